import * as z from 'zod'
import { ServiceError } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { noInput, ok } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  createdFilters,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../kernel/wire/cursor-list.ts'
import { metadataPair } from '../../kernel/wire/metadata.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { id } from '../../kernel/wire/primitives.ts'
import {
  listCheckoutSessions,
  type SessionFilter,
} from '../../payments/checkout-sessions/store/session-list.ts'
import { eventTypes } from '../../records/outbox/rules/event.ts'
import {
  listEventsOfSessions,
  listEvents as readEvents,
} from '../../records/outbox/store/events.ts'
import { sharedOperation } from '../../records/settings/shared-operation.ts'
import { event, presentStoredEvent } from './wire/event.ts'
import { eventType } from './wire/event-type.ts'

const query = cursorQuery('event').extend({
  type: eventType.optional(),
  sessionId: id.optional(),
  linkId: id.optional(),
  customerId: id.optional(),
  metadata: metadataPair.optional(),
  ...createdFilters,
})

type AskedEvents = { mode: Mode } & z.infer<typeof query>

export const { merchant: listEvents, operator: findEvents } = sharedOperation({
  touches: { table: 'read' },
  merchant: {
    name: 'list-events',
    route: 'GET /api/v1/events',
    scope: 'events:read',
    input: { ...noInput, query },
    output: ok(cursorList(event, 'EventList')),
    docs: {
      tag: 'Events',
      summary: 'List events',
      description:
        'Everything that happened. Events never change. Filters can be combined in any way, but `customerId` and `metadata` only if no more than 100 sessions match them and `linkId`.',
    },
    asks: ({ mode, query }) => ({ mode, ...query }),
    shows: (page) => presentPage(page, presentStoredEvent),
  },
  operator: {
    name: 'find-events',
    role: 'viewer',
    command: 'events list',
    input: z.strictObject({
      mode: z.enum(modes),
      type: z.enum(eventTypes).optional(),
      sessionId: z.string().max(100).optional(),
      limit: listLimit,
      after: listCursor('event'),
    }),
    output: z.object({ events: z.array(event), nextCursor: z.string().nullable() }),
    docs: { summary: 'List events, newest first' },
    asks: ({ after, ...filter }) => ({ ...filter, starting_after: after }),
    shows: ({ items, nextCursor }) => ({ events: items.map(presentStoredEvent), nextCursor }),
  },
  async run({ table }: { table: Table }, asked: AskedEvents) {
    const {
      mode,
      limit,
      starting_after: before,
      sessionId,
      linkId,
      customerId,
      metadata,
      ...rest
    } = asked
    const filter = { mode, before, ...rest }
    const wanted = { mode, sessionId, linkId, customerId, metadata }
    const result = isOfSessions(wanted)
      ? await listEventsOfSessions(
          table,
          { ...filter, sessionIds: await matchingSessions(table, wanted) },
          { limit },
        )
      : await readEvents(table, { ...filter, sessionId, linkId }, { limit })
    return { result }
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

/** The maximum number of sessions whose events are read together. */
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
