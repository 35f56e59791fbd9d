import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { isId } from '../../../kernel/ids.ts'
import { joinPages } from '../../../kernel/join-pages.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { moment, packedJson } from '../../../kernel/store/codecs.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { fitting, type ListQuery, listPage } from '../../../kernel/store/list-page.ts'
import { listReferenced } from '../../../kernel/store/list-referenced.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow, readRows } from '../../../kernel/store/unreadable-rows.ts'
import { addition, storeUpdate, update } from '../../../kernel/store/writes.ts'
import { type Event, type EventType, eventTypes } from '../rules/event.ts'
import { outboxKeys } from './keys.ts'

export const eventCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    type: z.enum(eventTypes),
    sessionId: z.string(),
    data: packedJson(z.record(z.string(), z.unknown())),
    createdAt: moment,
  }),
)

/** The write that adds an event; events are never changed, but redacted if their customer is erased. */
export function eventCreation(event: Event): Write {
  const { mode, id, type, sessionId, linkId, shard } = event
  return addition({
    ...outboxKeys.event(mode, id),
    ...z.encode(eventCodec, event),
    listPk: shardKey(indexKeys.events(mode), shard),
    listSk: id,
    parentPk: indexKeys.eventsOfSession(mode, sessionId),
    statusPk: shardKey(indexKeys.eventsByType(mode, type), shard),
    ...(linkId && { duePk: shardKey(indexKeys.eventsOfLink(mode, linkId), shard), dueSk: id }),
  })
}

/** The write of a synthetic event, which is found by its id but in no list. */
export function syntheticEventCreation(event: Event): Write {
  const { mode, id } = event
  return addition({ ...outboxKeys.event(mode, id), ...z.encode(eventCodec, event) })
}

/** Stores an event again without the customer's data. */
export async function redactEvent(table: Table, event: Event): Promise<void> {
  const { mode, id } = event
  const { data } = z.encode(eventCodec, event)
  await storeUpdate(table, update(outboxKeys.event(mode, id), { data }))
}

/** The event with that id, listed or not, or undefined. */
export async function loadEvent(table: Table, mode: Mode, id: string): Promise<Event | undefined> {
  if (!isId('event', id)) return undefined
  return readItem(table, outboxKeys.event(mode, id), eventCodec)
}

const aboutRow = z.lazy(() =>
  z.object({
    id: z.string(),
    sessionId: z.string(),
    data: packedJson(
      z.object({
        metadata: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
        synthetic: z.boolean().optional(),
      }),
    ),
  }),
)

/** The subjects of the events (each once), by event id. Eventually consistent. */
export async function aboutEvents(
  table: Table,
  mode: Mode,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.infer<typeof aboutRow>>> {
  const wanted = ids.map((id) => outboxKeys.event(mode, id))
  const rows = readRows(await getItems(table, wanted, { consistent: false }), aboutRow)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The events of a session in the order of its changes. Eventually consistent. */
export function eventsOfSession(table: Table, mode: Mode, sessionId: string): Promise<Event[]> {
  const partition = indexKeys.eventsOfSession(mode, sessionId)
  return queryAll(table, { index: 'parent', partition }, eventCodec)
}

export type EventFilter = IdBounds & {
  mode: Mode
  type?: EventType | undefined
  sessionId?: string | undefined
  /** Not together with a session, which has one at most. */
  linkId?: string | undefined
}

/** Events that match every filter, newest first. Eventually consistent. */
export async function listEvents(
  table: Table,
  filter: EventFilter,
  { limit }: { limit: number },
): Promise<Page<Event>> {
  const range = idRange('event', filter)
  const { mode, linkId, sessionId, type } = filter
  const parse = (row: Row) => readRow(row, eventCodec)
  if (linkId === undefined || sessionId !== undefined) {
    return listPage(table, { ...eventIndex(filter), range, limit }, parse)
  }
  const partition = indexKeys.eventsOfLink(mode, linkId)
  const passes = type && ((event: Event) => event.type === type)
  const list = { index: 'due', partition, range, limit } as const
  return listReferenced(table, list, { keyOf: (row) => keyOfRow.parse(row), parse, passes })
}

type Row = Record<string, unknown>

const keyOfRow = z.lazy(() => z.object({ pk: z.string(), sk: z.string() }))

/** The events of several sessions (each once), all of which are read at a time. */
export async function listEventsOfSessions(
  table: Table,
  filter: Omit<EventFilter, 'sessionId' | 'linkId'> & { sessionIds: readonly string[] },
  { limit }: { limit: number },
): Promise<Page<Event>> {
  const { sessionIds, ...others } = filter
  const pages = await Promise.all(
    sessionIds.map((sessionId) => listEvents(table, { ...others, sessionId }, { limit })),
  )
  const { items, nextCursor } = joinPages(pages, limit)
  const { length } = fitting(items.map((event) => ({ text: JSON.stringify(event) })))
  const kept = items.slice(0, length)
  return { items: kept, nextCursor: (length < items.length && kept.at(-1)?.id) || nextCursor }
}

/** A session has few events, so its own index comes first. */
function eventIndex({ mode, type, sessionId }: EventFilter): Omit<ListQuery, 'range'> {
  if (sessionId !== undefined) {
    const partition = indexKeys.eventsOfSession(mode, sessionId)
    return { index: 'parent', partition, ...(type !== undefined && { having: { type } }) }
  }
  if (type === undefined) return { index: 'list', partition: indexKeys.events(mode) }
  return { index: 'status', partition: indexKeys.eventsByType(mode, type) }
}
