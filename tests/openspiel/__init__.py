"""Connect Four beside OpenSpiel's, on one machine in one run: `python -m tests.openspiel`, or `make openspiel`.

OpenSpiel (Lanctot et al. 2019) is written in C++ and driven from Python. Its wheel is installed into an environment of
its own under the temporary folder, once; it never gets into Undercroft's.
"""
