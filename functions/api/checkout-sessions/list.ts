import { listCheckoutSessions } from '../../../shared/checkout-sessions/store/session-list.ts'
import { presentCheckoutSession } from '../../../shared/checkout-sessions/wire/checkout-session.ts'
import { presentPage } from '../../../shared/kernel/wire/cursor-list.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listCheckoutSessions, deps, async ({ mode, query }) => {
  const { limit, starting_after: before, ...filter } = query
  const page = await listCheckoutSessions(deps.table, { mode, before, ...filter }, { limit })
  const settings = await deps.settings(mode)
  return presentPage(page, (session) => presentCheckoutSession(session, settings))
})
