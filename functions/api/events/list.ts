import { listEvents } from '../../../shared/events/store/events.ts'
import { presentStoredEvent } from '../../../shared/events/wire/event.ts'
import { presentPage } from '../../../shared/kernel/wire/cursor-list.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listEvents, deps, async ({ mode, query }) => {
  const { limit, starting_after: before, ...filter } = query
  const page = await listEvents(deps.table, { mode, before, ...filter }, { limit })
  return presentPage(page, presentStoredEvent)
})
