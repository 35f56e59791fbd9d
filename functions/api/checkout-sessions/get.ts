import { loadCheckoutSession } from '../../../shared/checkout-sessions/store/sessions.ts'
import { presentCheckoutSession } from '../../../shared/checkout-sessions/wire/checkout-session.ts'
import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { isId } from '../../../shared/kernel/ids.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getCheckoutSession, deps, async ({ mode, id }) => {
  const isOurs = isId('checkoutSession', id)
  const session = isOurs && (await loadCheckoutSession(deps.table, mode, id))
  if (!session) throw resourceNotFound('checkout session', id)
  return presentCheckoutSession(session, await deps.settings(mode))
})
