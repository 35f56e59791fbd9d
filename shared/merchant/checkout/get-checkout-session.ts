import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  type CheckoutSessionBody,
  checkoutSession,
  presentCheckoutSession,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import type { Settings } from '../../records/settings/rules/settings.ts'

export const getCheckoutSession = operation({
  name: 'get-checkout-session',
  route: 'GET /api/v1/checkout_sessions/{id}',
  caller: merchant('sessions:read'),
  input: noInput,
  output: ok(checkoutSession),
  touches: { table: 'read' },
  docs: { tag: 'Checkout sessions', summary: 'Get a checkout session' },
})

type Services = { table: Table; settings: (mode: Mode) => Promise<Settings> }

export async function runGetCheckoutSession(
  { table, settings }: Services,
  { mode, id }: RequestOf<typeof getCheckoutSession>,
): Promise<Decision<CheckoutSessionBody>> {
  const isOurs = isId('checkoutSession', id)
  const session = isOurs && (await loadCheckoutSession(table, mode, id))
  if (!session) throw resourceNotFound('checkout session', id)
  return { result: presentCheckoutSession(session, await settings(mode)) }
}
