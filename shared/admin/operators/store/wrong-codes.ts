import { createHash } from 'node:crypto'
import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import type { Credentials } from '../rules/credentials.ts'
import type { WrongCodes } from '../rules/wrong-codes.ts'
import { operatorKeys } from './keys.ts'

const wrongCodesItem = z.lazy(() =>
  z.object({
    operatorId: z.string(),
    browser: z.string(),
    pair: z.string(),
    failures: z.int(),
    lastAt: moment,
    told: z.int(),
    toldAt: moment.nullable(),
    version: z.int(),
  }),
)

export type StoredWrongCodes = WrongCodes & { version: number }

type Of = Pick<WrongCodes, 'operatorId' | 'browser'>

export function loadWrongCodes(
  table: Table,
  { operatorId, browser }: Of,
): Promise<StoredWrongCodes | undefined> {
  return readItem(table, operatorKeys.wrongCodes(operatorId, browser), wrongCodesItem)
}

/** Returns a row for each browser that entered a wrong code, of one operator or of all (consistent). */
export function listWrongCodes(table: Table, operatorId?: string): Promise<StoredWrongCodes[]> {
  const { pk: partition, sk } = operatorKeys.wrongCodes(operatorId ?? '', '')
  const range = operatorId === undefined ? {} : { range: startingWith(sk) }
  return queryAll(table, { partition, ...range }, wrongCodesItem)
}

/** The write that stores a count; its condition fails if another code came first. */
export function wrongCodesChange(counted: WrongCodes, from: StoredWrongCodes | undefined): Write {
  const version = (from?.version ?? 0) + 1
  const stored = z.encode(wrongCodesItem, { ...counted, version })
  const Item = { ...operatorKeys.wrongCodes(counted.operatorId, counted.browser), ...stored }
  return from ? replacement(Item, from.version) : addition(Item)
}

/** The write after which the count starts again. */
export function wrongCodesRemoval({ operatorId, browser }: Of): Write {
  return { Delete: { Key: operatorKeys.wrongCodes(operatorId, browser) } }
}

/** Which password and app somebody has, without saying anything about them. */
export function pairOf({ password, totp }: Pick<Credentials, 'password' | 'totp'>): string {
  const parts = [password?.salt ?? '', totp?.secret.ciphertext ?? '']
  return createHash('sha256').update(parts.join(' ')).digest('base64url')
}

/** How many wrong codes were entered beside the current password, from all browsers. */
export async function wrongCodesOf(
  table: Table,
  operatorId: string,
  credentials: Pick<Credentials, 'password' | 'totp'>,
): Promise<number> {
  const pair = pairOf(credentials)
  const counts = await listWrongCodes(table, operatorId)
  return counts
    .filter((each) => each.pair === pair)
    .reduce((total, { failures }) => total + failures, 0)
}
