import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import {
  type ProviderName,
  providerNames,
} from '../../../records/integrations/rules/provider-name.ts'
import { providerKeys } from './keys.ts'

type AccountKey = { mode: Mode; provider: ProviderName }

/** The observed state of an account, besides the operator's settings. */
export type IntegrationState = AccountKey & {
  callbackAt: Date | null
  problem: string | null
  problemAt: Date | null
  /** The number of callbacks with a wrong signature, counted at most once a second. */
  forged: number
  forgedAt: Date | null
  /** When a callback had a wrong signature while orders were open, and none of theirs had had a valid one. */
  mismatchAt: Date | null
  /** An order whose callback was accepted: it can prove that new credentials are of the same account. */
  provenBy: { sessionId: string; orderId: string } | null
  /** Access tokens, the newest of an account first, as JSON. */
  tokens: Sealed | null
}

const state = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    provider: z.enum(providerNames),
    callbackAt: moment.nullable().default(null),
    problem: z.string().nullable().default(null),
    problemAt: moment.nullable().default(null),
    forged: z.int().default(0),
    forgedAt: moment.nullable().default(null),
    mismatchAt: moment.nullable().default(null),
    provenBy: innerMap({ sessionId: z.string(), orderId: z.string() }).nullable().default(null),
    tokens: sealed.nullable().default(null),
  }),
)

export function tokensContext({ mode, provider }: AccountKey): Record<string, string> {
  return { item: 'provider-tokens', mode, provider }
}

export function findState(
  table: Table,
  { mode, provider }: AccountKey,
): Promise<IntegrationState | undefined> {
  return readItem(table, providerKeys.integrationState(mode, provider), state)
}

/** The states of all accounts of a mode (consistent). */
export function listStates(table: Table, mode: Mode): Promise<IntegrationState[]> {
  return queryAll(table, { partition: providerKeys.integrationState(mode, '').pk }, state)
}

/** Repeated events are noted at most this often, so that nobody can cause many writes. */
export const notePauseMs = 60_000
const countPauseMs = 1_000

/** Records an accepted callback, and which order it was about, or a problem; each at most once a minute. */
export async function noteHealth(
  table: Table,
  account: AccountKey,
  { now, problem, order }: { now: Date; problem?: string; order?: NotedOrder | undefined },
): Promise<void> {
  const name = problem === undefined ? 'callbackAt' : 'problemAt'
  const set = {
    ...(problem !== undefined && { problem: problem.slice(0, 300) }),
    ...(order && { provenBy: { sessionId: order.sessionId, orderId: order.id } }),
  }
  await noteMoment(table, account, { name, now, pauseMs: notePauseMs, set })
}

/** Counts a callback with a wrong signature, at most once a second. Returns whether it did. */
export function countForgery(table: Table, account: AccountKey, now: Date): Promise<boolean> {
  return noteMoment(table, account, {
    name: 'forgedAt',
    now,
    pauseMs: countPauseMs,
    count: 'forged',
  })
}

/** Records that signatures don't match, at most once a minute. Returns whether it did. */
export function noteMismatch(table: Table, account: AccountKey, now: Date): Promise<boolean> {
  return noteMoment(table, account, { name: 'mismatchAt', now, pauseMs: notePauseMs })
}

type NotedOrder = { id: string; sessionId: string }

type Noted = Pick<Change, 'count'> & {
  name: 'callbackAt' | 'problemAt' | 'forgedAt' | 'mismatchAt'
  now: Date
  pauseMs: number
  set?: Change['set']
}

function noteMoment(
  table: Table,
  account: AccountKey,
  { name, now, pauseMs, set, count }: Noted,
): Promise<boolean> {
  return changeState(table, account, {
    set: { [name]: now.toISOString(), ...set },
    condition: `attribute_not_exists(${name}) OR ${name} <= :before`,
    values: { ':before': new Date(now.getTime() - pauseMs).toISOString() },
    ...(count !== undefined && { count }),
  })
}

const leaseMs = 30_000

/** Returns whether this function may request a new access token: no other function does for 30 seconds. */
export function claimRenewal(table: Table, account: AccountKey, now: Date): Promise<boolean> {
  return changeState(table, account, {
    set: { renewingUntil: new Date(now.getTime() + leaseMs).toISOString() },
    condition: 'attribute_not_exists(renewingUntil) OR renewingUntil <= :now',
    values: { ':now': now.toISOString() },
  })
}

/** Stores the access tokens, and ends the claim to renew them. */
export async function saveTokens(
  table: Table,
  account: AccountKey,
  tokens: Sealed | null,
): Promise<void> {
  const set = { ...(tokens && { tokens }), renewingUntil: new Date(0).toISOString() }
  await changeState(table, account, { set })
}

type Change = {
  set: Readonly<Record<string, unknown>>
  /** An attribute to increment by one. */
  count?: string
  condition?: string
  values?: Readonly<Record<string, string>>
}

/** Returns whether its condition held. */
async function changeState(
  { client, name: TableName }: Table,
  { mode, provider }: AccountKey,
  { set, count, condition, values = {} }: Change,
): Promise<boolean> {
  const all = { ...set, mode, provider }
  const names = Object.keys(all)
  const command = new UpdateCommand({
    TableName,
    Key: providerKeys.integrationState(mode, provider),
    UpdateExpression: [
      `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ...(count === undefined ? [] : [`ADD ${count} :one`]),
    ].join(' '),
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...values,
      ...(count !== undefined && { ':one': 1 }),
      ...Object.fromEntries(Object.entries(all).map(([name, value]) => [`:${name}`, value])),
    },
  })
  try {
    await client.send(command)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
