"""The card kit both games are built from.  It knows no game and imports none."""
