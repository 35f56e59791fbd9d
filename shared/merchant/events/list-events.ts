import { ServiceError } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { metadataPair } from '../../kernel/wire/metadata.ts'
import { id } from '../../kernel/wire/primitives.ts'
import {
  listCheckoutSessions,
  type SessionFilter,
} from '../../payments/checkout-sessions/store/session-list.ts'
import {
  listEventsOfSessions,
  listEvents as readEvents,
} from '../../records/outbox/store/events.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { event, presentStoredEvent } from './wire/event.ts'
import { eventType } from './wire/event-type.ts'

export const listEvents = merchantOperation({
  name: 'list-events',
  route: 'GET /api/v1/events',
  scope: 'events:read',
  input: {
    ...noInput,
    query: cursorQuery('event').extend({
      type: eventType.optional(),
      sessionId: id.optional(),
      linkId: id.optional(),
      customerId: id.optional(),
      metadata: metadataPair.optional(),
      ...createdFilters,
    }),
  },
  output: ok(cursorList(event, 'EventList')),
  touches: { table: 'read' },
  docs: {
    tag: 'Events',
    summary: 'List events',
    description:
      'Everything that happened. Events never change. Filters can be combined in any way, but `customerId` and `metadata` only if no more than 100 sessions match them and `linkId`.',
  },
  async run({ table }: { table: Table }, { mode, query }) {
    const {
      limit,
      starting_after: before,
      sessionId,
      linkId,
      customerId,
      metadata,
      ...rest
    } = query
    const filter = { mode, before, ...rest }
    const wanted = { mode, sessionId, linkId, customerId, metadata }
    const page = isOfSessions(wanted)
      ? await listEventsOfSessions(
          table,
          { ...filter, sessionIds: await matchingSessions(table, wanted) },
          { limit },
        )
      : await readEvents(table, { ...filter, sessionId, linkId }, { limit })
    return { result: presentPage(page, presentStoredEvent) }
  },
})

type Wanted = Pick<SessionFilter, 'mode' | 'linkId' | 'customerId' | 'metadata'> & {
  sessionId?: string | undefined
}

/** Whether no list of events has them all: then those of the matching sessions are joined. */
function isOfSessions({ sessionId, linkId, customerId, metadata }: Wanted): boolean {
  const isOneOfLink = sessionId !== undefined && linkId !== undefined
  return isOneOfLink || customerId !== undefined || metadata !== undefined
}

/** So many sessions' events are read at a time. */
const mostSessions = 100

/** The ids of the sessions that match. Throws `parameter_invalid` if they are too many. */
async function matchingSessions(table: Table, { sessionId, ...filter }: Wanted): Promise<string[]> {
  const at = sessionId === undefined ? undefined : timeOfId(sessionId)
  if (sessionId !== undefined && at === undefined) return []
  const wanted = { ...filter, createdAfter: at, createdBefore: at }
  const { items, nextCursor } = await listCheckoutSessions(table, wanted, { limit: mostSessions })
  if (nextCursor !== null)
    throw tooMany(filter.customerId === undefined ? 'metadata' : 'customerId')
  const ids = items.map(({ id }) => id)
  return sessionId === undefined ? ids : ids.filter((id) => id === sessionId)
}

function tooMany(param: 'customerId' | 'metadata'): ServiceError {
  const message = `${param} matches more than ${mostSessions} sessions, whose events can't be listed together. List the sessions, and the events of each with sessionId.`
  return new ServiceError('parameter_invalid', message, { param })
}
