import { presentCheckoutSession } from '../../../shared/contract/checkout-session.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { isId } from '../../../shared/domain/ids.ts'
import { loadCheckoutSession } from '../../../shared/store/sessions.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getCheckoutSession, deps, async ({ mode, id }) => {
  const isOurs = isId('checkoutSession', id)
  const session = isOurs && (await loadCheckoutSession(deps.table, mode, id))
  if (!session) throw resourceNotFound('checkout session', id)
  return presentCheckoutSession(session, await deps.settings(mode))
})
