import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type CursorPage,
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { id } from '../../kernel/wire/primitives.ts'
import { listEvents as readEvents } from '../../records/outbox/store/events.ts'
import { type EventBody, event, presentStoredEvent } from './wire/event.ts'
import { eventType } from './wire/event-type.ts'

export const listEvents = operation({
  name: 'list-events',
  route: 'GET /api/v1/events',
  caller: merchant('events:read'),
  input: {
    ...noInput,
    query: cursorQuery('event').extend({
      type: eventType.optional(),
      sessionId: id.optional(),
      ...createdFilters,
    }),
  },
  output: ok(cursorList(event, 'EventList')),
  touches: { table: 'read' },
  docs: {
    tag: 'Events',
    summary: 'List events',
    description:
      'Everything that happened. Events never change. Filters can be combined in any way.',
  },
})

export async function runListEvents(
  { table }: { table: Table },
  { mode, query }: Pick<RequestOf<typeof listEvents>, 'mode' | 'query'>,
): Promise<Decision<CursorPage<EventBody>>> {
  const { limit, starting_after: before, ...filter } = query
  const page = await readEvents(table, { mode, before, ...filter }, { limit })
  return { result: presentPage(page, presentStoredEvent) }
}
