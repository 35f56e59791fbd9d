import { presentPage } from '../../../shared/contract/cursor-list.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentStoredEvent } from '../../../shared/contract/event.ts'
import { listEvents } from '../../../shared/store/events.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listEvents, deps, async ({ mode, query }) => {
  const { limit, starting_after: before, ...filter } = query
  const page = await listEvents(deps.table, { mode, before, ...filter }, { limit })
  return presentPage(page, presentStoredEvent)
})
