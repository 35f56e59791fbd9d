import * as z from 'zod'
import { innerMap } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { noProgress, type SetupProgress } from '../rules/setup-progress.ts'
import { operatorKeys } from './keys.ts'

const progressCodec = z.object({
  leftOut: z.array(z.int()).readonly(),
  testPayment: innerMap({ slug: z.string(), sessionId: z.string().nullable() }).nullable(),
  version: z.int(),
})

export async function loadSetupProgress(table: Table): Promise<SetupProgress> {
  return (await readItem(table, operatorKeys.setupProgress(), progressCodec)) ?? noProgress
}

/** The write that replaces it; its condition fails if somebody else was first. */
export function setupProgressWrite(before: SetupProgress, after: SetupProgress): Write {
  const version = before.version + 1
  const Item = { ...operatorKeys.setupProgress(), ...after, version }
  return before.version === 0 ? addition(Item) : replacement(Item, before.version)
}
