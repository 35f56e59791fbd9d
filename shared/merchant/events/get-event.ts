import { resourceNotFound } from '../../kernel/errors.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import { loadEvent } from '../../records/outbox/store/events.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { event, presentStoredEvent } from './wire/event.ts'

export const getEvent = merchantOperation({
  name: 'get-event',
  route: 'GET /api/v1/events/{id}',
  scope: 'events:read',
  input: noInput,
  output: ok(event),
  touches: { table: 'read' },
  docs: { tag: 'Events', summary: 'Get an event' },
  async run({ table }, { mode, id }) {
    const found = await loadEvent(table, mode, id)
    if (!found) throw resourceNotFound('event', id)
    return { result: presentStoredEvent(found) }
  },
})
