"""十三水 (Chinese poker, mậu binh): the arranging engine."""
