import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentStoredEvent } from '../../../shared/contract/event.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { loadEvent } from '../../../shared/store/events.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getEvent, deps, async ({ mode, id }) => {
  const event = await loadEvent(deps.table, mode, id)
  if (!event) throw resourceNotFound('event', id)
  return presentStoredEvent(event)
})
