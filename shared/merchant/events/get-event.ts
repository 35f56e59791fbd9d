import { resourceNotFound } from '../../kernel/errors.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadEvent } from '../../records/outbox/store/events.ts'
import { type EventBody, event, presentStoredEvent } from './wire/event.ts'

export const getEvent = operation({
  name: 'get-event',
  route: 'GET /api/v1/events/{id}',
  caller: merchant('events:read'),
  input: noInput,
  output: ok(event),
  touches: { table: 'read' },
  docs: { tag: 'Events', summary: 'Get an event' },
})

export async function runGetEvent(
  { table }: { table: Table },
  { mode, id }: RequestOf<typeof getEvent>,
): Promise<Decision<EventBody>> {
  const found = await loadEvent(table, mode, id)
  if (!found) throw resourceNotFound('event', id)
  return { result: presentStoredEvent(found) }
}
