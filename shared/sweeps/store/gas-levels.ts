import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { baseUnits, moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { putItem } from '../../kernel/store/writes.ts'
import type { Announced, Unpaid } from '../rules/gas-level.ts'

const day = z.string().exactOptional()

const codec = z.object({
  checkedAt: moment.nullable().default(null),
  announced: z.object({ empty: day, low: day }).default({}),
  unpaid: z.object({ base: baseUnits, at: moment }).nullable().default(null),
})

/** When a chain's gas wallet was last checked, what was announced of it, and what it could not pay. */
export type GasCheck = { checkedAt: Date | null; announced: Announced; unpaid: Unpaid | null }

type Of = { mode: Mode; chainId: number }

export async function loadGasCheck(table: Table, { mode, chainId }: Of): Promise<GasCheck> {
  const stored = await readItem(table, keys.gasCheck(mode, chainId), codec)
  return stored ?? { checkedAt: null, announced: {}, unpaid: null }
}

export function saveGasCheck(table: Table, { mode, chainId }: Of, check: GasCheck): Promise<void> {
  return putItem(table, { ...keys.gasCheck(mode, chainId), ...z.encode(codec, check) })
}
