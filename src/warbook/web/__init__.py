"""The pages: a library, the odds, the army, served to a browser on this machine.

Needs the extra ``web`` (NiceGUI), which nothing outside this package imports. ``serving`` starts the site;
``frame`` is what all pages share; each module of ``pages`` is one page; ``templates`` hold what a page shows of
its data, escaped by Jinja; ``workers`` do what takes long in processes that can be killed.
"""
