# SPDX-License-Identifier: MIT
"""Tests of the Python package: python3 -m unittest discover -s python -t python, with PYTHONPATH=build/python."""
