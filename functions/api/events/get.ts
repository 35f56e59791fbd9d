import { loadEvent } from '../../../shared/events/store/events.ts'
import { presentStoredEvent } from '../../../shared/events/wire/event.ts'
import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getEvent, deps, async ({ mode, id }) => {
  const event = await loadEvent(deps.table, mode, id)
  if (!event) throw resourceNotFound('event', id)
  return presentStoredEvent(event)
})
