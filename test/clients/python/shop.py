"""What a shop's server does, with the client that `openapi-python-client` made.

`shop.py create` prints the id of a new session; `shop.py wait ID` returns once it is paid.
"""

import os
import sys
import time

from quittance.api.checkout_sessions import (
    create_checkout_session,
    get_checkout_session,
    list_checkout_sessions,
)
from quittance.client import AuthenticatedClient
from quittance.models import (
    CheckoutSession,
    CheckoutSessionList,
    CreateCheckoutSessionBody,
    MetadataInput,
    MetadataPair,
    OrderAmount,
    SessionStatus,
)

client = AuthenticatedClient(
    base_url=os.environ["QUITTANCE_URL"] + "/api/v1",
    token=os.environ["QUITTANCE_API_KEY"],
)


def create() -> None:
    metadata = MetadataInput()
    metadata["order"] = "1001"
    session = create_checkout_session.sync(
        client=client,
        body=CreateCheckoutSessionBody(
            amount=OrderAmount(value="10.00", currency="USD"),
            customer_email="ada@example.com",
            metadata=metadata,
        ),
        idempotency_key="order-python-1001",
    )
    print(of_order(session).id)


def wait(session_id: str) -> None:
    deadline = time.monotonic() + 90
    status = None
    while status is not SessionStatus.PAID:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{session_id} is still {status}")
        time.sleep(0.2)
        status = of_order(get_checkout_session.sync(session_id, client=client)).status
    assert session_id in found_by_metadata()


def found_by_metadata() -> list[str]:
    # The generator doesn't know `deepObject`: it sends the pair as it is.
    pair = MetadataPair.from_dict({"metadata[order]": "1001"})
    found = list_checkout_sessions.sync(client=client, metadata=pair)
    assert isinstance(found, CheckoutSessionList), found
    return [session.id for session in found.data]


def of_order(session: object) -> CheckoutSession:
    assert isinstance(session, CheckoutSession), session
    assert session.metadata is not None and session.metadata["order"] == "1001", session
    return session


if sys.argv[1] == "create":
    create()
else:
    wait(sys.argv[2])
