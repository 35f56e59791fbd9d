import { resourceNotFound } from '../../kernel/errors.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { findEvent } from '../../records/outbox/store/events.ts'
import { event, presentStoredEvent } from './wire/event.ts'

export const showEvent = operatorOperation({
  name: 'show-event',
  role: 'viewer',
  command: 'events show',
  input: byId('the id of an event'),
  output: event,
  touches: { table: 'read' },
  docs: { summary: 'Show an event' },
  /** Ids are unique across modes. Throws `resource_not_found`. */
  async run({ table }, { input: { id } }) {
    const found = await findEvent(table, id)
    if (!found) throw resourceNotFound('event', id)
    return { result: presentStoredEvent(found) }
  },
})
