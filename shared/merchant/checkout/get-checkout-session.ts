import { resourceNotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  checkoutSession,
  presentCheckoutSession,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'

export const getCheckoutSession = merchantOperation({
  name: 'get-checkout-session',
  route: 'GET /api/v1/checkout_sessions/{id}',
  scope: 'sessions:read',
  input: noInput,
  output: ok(checkoutSession),
  touches: { table: 'read' },
  docs: { tag: 'Checkout sessions', summary: 'Get a checkout session' },
  async run({ table, settings }, { mode, id }) {
    const isOurs = isId('checkoutSession', id)
    const session = isOurs && (await loadCheckoutSession(table, mode, id))
    if (!session) throw resourceNotFound('checkout session', id)
    return { result: presentCheckoutSession(session, await settings(mode)) }
  },
})
