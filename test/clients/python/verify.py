"""Verifies a webhook delivery, given as JSON on standard input, with the specification's own library."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

delivery = json.load(sys.stdin)
webhook = Webhook(delivery["secret"])
print(webhook.verify(delivery["body"], delivery["headers"])["type"])
try:
    webhook.verify(delivery["body"].replace("paid", "made"), delivery["headers"])
except WebhookVerificationError:
    print("refused")
