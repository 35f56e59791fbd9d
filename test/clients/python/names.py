"""Prints the classes of a generated module, one a line."""

import importlib
import inspect
import sys

module = importlib.import_module(sys.argv[1])
for name, value in vars(module).items():
    # Pydantic adds classes such as "RootModel[str]".
    if name.isidentifier() and inspect.isclass(value) and value.__module__.startswith(sys.argv[1]):
        print(name)
