import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Event, eventTypes } from '../domain/event.ts'
import { type Mode, modes } from '../domain/mode.ts'
import { jsonText, moment } from './codecs.ts'
import { indexKeys, keys } from './keys.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'

const eventCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  type: z.enum(eventTypes),
  sessionId: z.string(),
  data: jsonText(z.record(z.string(), z.unknown())),
  createdAt: moment,
})

/** The write that adds an event; events are never changed. */
export function eventCreation(event: Event): Write {
  const { mode, id, sessionId } = event
  return {
    Put: {
      Item: {
        ...keys.event(mode, id),
        ...z.encode(eventCodec, event),
        listPk: indexKeys.events(mode),
        listSk: id,
        parentPk: indexKeys.eventsOfSession(mode, sessionId),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

export async function loadEvent(table: Table, mode: Mode, id: string): Promise<Event | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.event(mode, id), ConsistentRead: true }),
  )
  return Item && eventCodec.parse(Item)
}

/** The events of a session in the order of its changes. Eventually consistent. */
export async function eventsOfSession(
  table: Table,
  mode: Mode,
  sessionId: string,
): Promise<Event[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: 'parent',
      KeyConditionExpression: 'parentPk = :session',
      ExpressionAttributeValues: { ':session': indexKeys.eventsOfSession(mode, sessionId) },
    },
  )
  const items = await Array.fromAsync(pages, ({ Items }) => Items ?? [])
  return items.flat().map((item) => eventCodec.parse(item))
}
