"""The pure core: would a provider refuse this list, was this summary valid, what did it lose.

Bytes and values in, values out: no Django, no files, no sockets, no clock.
"""
