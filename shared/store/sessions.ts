import { BatchGetCommand, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type CheckoutSession, sessionStatuses } from '../domain/checkout-session.ts'
import { type Mode, modes } from '../domain/mode.ts'
import { baseUnits, jsonText, moment } from './codecs.ts'
import { indexKeys, keys } from './keys.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'

export const priceLock = z.object({
  chainId: z.int(),
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  decimals: z.int(),
  amountBase: baseUnits,
  unitPriceUsd: z.string(),
  expiresAt: moment,
})

const terms = z.object({
  lock: priceLock,
  expiresAt: moment,
  lateUntil: moment,
  confirmationsRequired: z.int(),
})

export const sessionCodec = terms.extend({
  id: z.string(),
  mode: z.enum(modes),
  version: z.int(),
  sequence: z.int(),
  status: z.enum(sessionStatuses),
  linkId: z.string().nullable(),
  address: z.string(),
  derivationIndex: z.int(),
  fiat: z.object({ amount: z.string(), currency: z.string() }),
  ethPriceUsd: z.string(),
  otherTerms: z.array(terms).readonly(),
  assetSelected: z.boolean(),
  received: z.object({
    seenBase: baseUnits,
    confirmedBase: baseUnits,
    confirmations: z.int(),
  }),
  firstSeenAt: moment.nullable(),
  vanishedAt: moment.nullable(),
  closedAt: moment.nullable(),
  paidAt: moment.nullable(),
  txHash: z.string().nullable(),
  failureReason: z.string().nullable(),
  metadata: jsonText(z.record(z.string(), z.union([z.string(), z.number()]))).nullable(),
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  returnUrl: z.string().nullable(),
  customerEmail: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
})

/** The write that creates a session; its condition fails where the id is taken. */
export function sessionCreation(session: CheckoutSession, dueAt: Date): Write {
  return { Put: { Item: toItem(session, dueAt), ConditionExpression: 'attribute_not_exists(pk)' } }
}

/** The write that replaces version `from` of a session by its successor. `dueAt` is when it next needs a look. */
export function sessionReplacement(session: CheckoutSession, from: number, dueAt: Date): Write {
  return {
    Put: {
      Item: toItem(session, dueAt),
      ConditionExpression: '#version = :from',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':from': from },
    },
  }
}

function toItem(session: CheckoutSession, dueAt: Date): Record<string, unknown> {
  const { mode, id, linkId, status } = session
  return {
    ...keys.session(mode, id),
    ...z.encode(sessionCodec, session),
    listPk: indexKeys.sessions(mode),
    listSk: id,
    statusPk: indexKeys.sessionsByStatus(mode, status),
    ...(linkId && { parentPk: indexKeys.sessionsOfLink(mode, linkId) }),
    duePk: session.closedAt ? indexKeys.dueClosed : indexKeys.dueSessions,
    dueSk: dueAt.toISOString(),
  }
}

/** The session as last written (consistent), or undefined. */
export async function loadCheckoutSession(
  table: Table,
  mode: Mode,
  id: string,
): Promise<CheckoutSession | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.session(mode, id), ConsistentRead: true }),
  )
  return Item && sessionCodec.parse(Item)
}

/** The same for callers who know no mode, such as the hosted page: looks in both at once. */
export async function findCheckoutSession(
  table: Table,
  id: string,
): Promise<CheckoutSession | undefined> {
  const { Responses } = await table.client.send(
    new BatchGetCommand({
      RequestItems: {
        [table.name]: {
          Keys: modes.map((mode) => keys.session(mode, id)),
          ConsistentRead: true,
        },
      },
    }),
  )
  const [item] = Responses?.[table.name] ?? []
  return item && sessionCodec.parse(item)
}

/** An open session as its index row shows it: it may lag behind the item, so load the session before deciding. */
export type OpenSession = { session: CheckoutSession; dueAt: Date }

/** Every session whose window is open or whose payment is undecided, those due first. */
export async function* openSessions(table: Table): AsyncGenerator<OpenSession> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: 'due',
      KeyConditionExpression: 'duePk = :due',
      ExpressionAttributeValues: { ':due': indexKeys.dueSessions },
    },
  )
  for await (const { Items } of pages) {
    for (const item of Items ?? []) {
      yield { session: sessionCodec.parse(item), dueAt: moment.parse(item['dueSk']) }
    }
  }
}

/** The next number of a mode's derivation counter. Taken outside transactions, so an index is never used twice. */
export async function nextDerivationIndex(table: Table, mode: Mode): Promise<number> {
  const { Attributes } = await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.counter(mode, 'derivation'),
      UpdateExpression: 'ADD #next :one',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  )
  return z.object({ next: z.int() }).parse(Attributes).next - 1
}
