"""Prints the status of the session that is given in JSON, as the models of `datamodel-codegen` read it."""

import sys

from models import CheckoutSession

print(CheckoutSession.model_validate_json(sys.argv[1]).status.value)
