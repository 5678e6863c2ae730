"""Battles to watch: ``asked`` is what is fought as a link, ``watching`` fights it in a worker and tells it by
moments, ``places`` says in words where everything stands, ``keeping`` has those that were watched lately."""
