import { resourceNotFound } from '../../kernel/errors.ts'
import { findInModes } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { loadEvent } from '../../records/outbox/store/events.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../records/settings/shared-operation.ts'
import { event, presentStoredEvent } from './wire/event.ts'

export const { merchant: getEvent, operator: showEvent } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'get-event',
    route: 'GET /api/v1/events/{id}',
    scope: 'events:read',
    input: noInput,
    output: ok(event),
    docs: { tag: 'Events', summary: 'Get an event' },
    asks: ofItsMode,
    shows: presentStoredEvent,
  },
  operator: {
    name: 'show-event',
    role: 'viewer',
    command: 'events show',
    input: byId('the id of an event'),
    output: event,
    docs: { summary: 'Show an event' },
    asks: ofEitherMode,
    shows: presentStoredEvent,
  },
  async run({ table }: { table: Table }, { modes, id }: Named) {
    const found = await findInModes(modes, (mode) => loadEvent(table, mode, id))
    if (!found) throw resourceNotFound('event', id)
    return { result: found }
  },
})
