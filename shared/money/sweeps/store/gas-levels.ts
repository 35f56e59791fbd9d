import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import type { Announced, GasLevel, Unpaid } from '../rules/gas-level.ts'
import { sweepKeys } from './keys.ts'

const day = z.string().exactOptional()

const codec = z.object({
  checkedAt: moment.nullable().default(null),
  announced: innerMap({ empty: day, low: day }).default({}),
  unpaid: innerMap({ base: baseUnits, at: moment }).nullable().default(null),
})

/** The time of the last check of a chain's gas wallet, the announcements about it, and the sweeps it could not pay. */
export type GasCheck = { checkedAt: Date | null; announced: Announced; unpaid: Unpaid | null }

type Of = { mode: Mode; chainId: number }

export async function loadGasCheck(table: Table, { mode, chainId }: Of): Promise<GasCheck> {
  const stored = await readItem(table, sweepKeys.gasCheck(mode, chainId), codec)
  return stored ?? { checkedAt: null, announced: {}, unpaid: null }
}

export function saveGasCheck(table: Table, { mode, chainId }: Of, check: GasCheck): Promise<void> {
  return storeItem(table, { ...sweepKeys.gasCheck(mode, chainId), ...z.encode(codec, check) })
}

/** Whether the gas wallet was too low when it was last checked, by the row of that, if there is one. */
export function isGasLow(row: object | undefined): boolean {
  const { announced, unpaid } = codec.parse(row ?? {})
  const { empty, low } = announced
  return unpaid !== null || (empty ?? low) !== undefined
}

/** The chains of a mode whose gas wallet was low or empty when it was last checked (one consistent query). */
export async function lowGasWallets(
  table: Table,
  mode: Mode,
): Promise<{ chainId: number; level: GasLevel }[]> {
  const { pk, sk } = sweepKeys.gasCheck(mode, '')
  const row = codec.extend({ sk: z.string() })
  const rows = await queryAll(table, { partition: pk, range: startingWith(sk) }, row)
  return rows
    .filter(({ announced: { empty, low } }) => empty ?? low)
    .map(({ sk: name, unpaid }) => ({
      chainId: Number(name.slice(sk.length)),
      level: unpaid ? 'empty' : 'low',
    }))
}
