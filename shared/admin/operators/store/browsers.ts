import { createHash } from 'node:crypto'
import * as z from 'zod'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { upsert } from '../../../kernel/store/writes.ts'
import { otherBrowsers } from '../rules/wrong-codes.ts'
import { operatorKeys } from './keys.ts'

const browserItem = z.object({ expiresAt: moment })

const rememberedMs = 180 * 24 * 3_600_000

export const rememberedSeconds = rememberedMs / 1000

export function browserHash(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}

/** The write that remembers a browser in which the operator has signed in. */
export function browserWrite(operatorId: string, hash: string, at: Date): Write {
  const expiresAt = new Date(at.getTime() + rememberedMs)
  const ttl = Math.ceil(expiresAt.getTime() / 1000)
  const stored = z.encode(browserItem, { expiresAt })
  return upsert({ ...operatorKeys.browser(operatorId, hash), ...stored, ttl })
}

/** Returns the hash of a browser's value if the operator has signed in there, otherwise a value for all others. */
export async function knownBrowser(
  table: Table,
  operatorId: string,
  { value, now }: { value: string | undefined; now: Date },
): Promise<string> {
  if (value === undefined) return otherBrowsers
  const hash = browserHash(value)
  const found = await readItem(table, operatorKeys.browser(operatorId, hash), browserItem)
  return found && now < found.expiresAt ? hash : otherBrowsers
}
