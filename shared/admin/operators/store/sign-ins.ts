import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { FoundSignIn } from '../../../kernel/operation/operator-request.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, noteItem, update } from '../../../kernel/store/writes.ts'
import { hasRequiredFactors, type Operator } from '../rules/operator.ts'
import { isAlive, isInWizard, type SignIn, signInLimits, signInMethods } from '../rules/sign-in.ts'
import { operatorKeys } from './keys.ts'
import { loadOperator } from './operators.ts'

const signInCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    operatorId: z.string(),
    secretHash: z.base64(),
    method: z.enum(signInMethods),
    startedAt: moment,
    createdAt: moment,
    lastSeenAt: moment,
    expiresAt: moment,
    isReplaced: z.boolean(),
    address: z.string(),
    userAgent: z.string(),
    browser: z.string(),
  }),
)

const seenCodec = z.lazy(() => z.object({ id: z.string(), lastSeenAt: moment }))

/** The sign-in and its operator that a cookie's value belongs to, unless it expired or was ended. */
export async function findSignIn(
  table: Table,
  cookie: string | undefined,
  now: Date,
): Promise<FoundSignIn | undefined> {
  const found = await readSignIn(table, cookie, now)
  if (!found) return undefined
  const { signIn, operator } = found
  const { id, email, name, role } = operator
  const { lastSeenAt, startedAt, browser } = signIn
  return {
    id: signIn.id,
    operator: { id, email, name, role },
    lastSeenAt,
    startedAt,
    browser,
    isInWizard: isInWizard(signIn, now),
    hasSecondFactor: hasRequiredFactors(operator),
  }
}

/** The sign-in that a cookie belongs to and its operator, with everything that is stored. */
export async function readSignIn(
  table: Table,
  cookie: string | undefined,
  now: Date,
): Promise<{ signIn: SignIn; operator: Operator } | undefined> {
  const [id = '', secret = ''] = cookie?.split('.') ?? []
  // DynamoDB rejects keys without a value, and longer ones than 1,024 bytes.
  if (id.length === 0 || id.length > 100) return undefined
  const [stored, seen] = await Promise.all([
    readItem(table, operatorKeys.signIn(id), signInCodec),
    readItem(table, operatorKeys.signInSeen(id), seenCodec),
  ])
  if (!stored || !isSecretOf(stored, secret)) return undefined
  const signIn = seenLast(stored, seen)
  const operator = await loadOperator(table, signIn.operatorId)
  return operator && isAlive(signIn, operator, now) ? { signIn, operator } : undefined
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}

function isSecretOf({ secretHash }: SignIn, secret: string): boolean {
  const given = Buffer.from(hashOfSecret(secret), 'base64')
  return timingSafeEqual(given, Buffer.from(secretHash, 'base64'))
}

/** The write that stores a sign-in; its condition fails if the id is taken. */
export function signInCreation(signIn: SignIn): Write {
  const ttl = Math.ceil(signIn.expiresAt.getTime() / 1000)
  return addition({ ...operatorKeys.signIn(signIn.id), ...z.encode(signInCodec, signIn), ttl })
}

/** The write after which a sign-in that was replaced ends; its condition fails if it was ended. */
export function signInReplacement({ id, expiresAt }: SignIn, endsAt: Date): Write {
  const earlier = endsAt < expiresAt ? endsAt : expiresAt
  return update(operatorKeys.signIn(id), { isReplaced: true, expiresAt: earlier.toISOString() })
}

/** The write that ends a sign-in at once. */
export function signInEnd(id: string): Write {
  return { Delete: { Key: operatorKeys.signIn(id) } }
}

/** The sign-ins of an operator, the newest first (consistent). */
export async function listSignIns(table: Table, operator: Operator, now: Date): Promise<SignIn[]> {
  const having = { operatorId: operator.id }
  const { pk: partition } = operatorKeys.signIn('')
  const { pk: seenPartition } = operatorKeys.signInSeen('')
  const [all, seen] = await Promise.all([
    queryAll(table, { partition, having, newestFirst: true }, signInCodec),
    queryAll(table, { partition: seenPartition }, seenCodec),
  ])
  return all
    .filter((signIn) => !signIn.isReplaced && isAlive(signIn, operator, now))
    .map((signIn) =>
      seenLast(
        signIn,
        seen.find(({ id }) => id === signIn.id),
      ),
    )
}

const noteEveryMs = 60_000

/**
 * Notes that the operator is there, at most once a minute. In a partition of its own, so that a function that reads for
 * the dashboard can write nothing else.
 */
export async function noteSeen(
  table: Table,
  { id, lastSeenAt }: Pick<SignIn, 'id' | 'lastSeenAt'>,
  now: Date,
): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() < noteEveryMs) return
  const ttl = Math.ceil((now.getTime() + signInLimits.absoluteMs) / 1000)
  const seen = z.encode(seenCodec, { id, lastSeenAt: now })
  await noteItem(table, { ...operatorKeys.signInSeen(id), ...seen, ttl })
}

function seenLast(signIn: SignIn, seen: Pick<SignIn, 'lastSeenAt'> | undefined): SignIn {
  if (seen === undefined || seen.lastSeenAt < signIn.lastSeenAt) return signIn
  return { ...signIn, lastSeenAt: seen.lastSeenAt }
}
