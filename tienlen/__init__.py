"""Tiến lên (越式13张): the shedding engine."""
