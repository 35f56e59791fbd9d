import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { baseUnits, innerMap, moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { storeItem } from '../../../kernel/store/writes.ts'
import type { SweepKind } from '../../../payments/holdings/rules/sweep.ts'
import { sweepKeys } from './keys.ts'

const fee = baseUnits.exactOptional()

const codec = z.object({
  causes: z.record(z.string(), moment).default({}),
  usualFees: innerMap({ native: fee, authorized: fee, token: fee, 'top-up': fee }).default({}),
})

/**
 * When the owner was last notified of each cause that holds up a chain's sweeps, by a hash of it, and what an address of
 * each kind of sweep usually costs.
 */
export type SweepWatch = {
  causes: Readonly<Record<string, Date>>
  usualFees: Partial<Record<SweepKind, bigint>>
}

type Of = { mode: Mode; chainId: number }

/** Returns an empty one if none is stored (consistent). */
export async function loadSweepWatch(table: Table, { mode, chainId }: Of): Promise<SweepWatch> {
  const stored = await readItem(table, sweepKeys.sweepWatch(mode, chainId), codec)
  return stored ?? { causes: {}, usualFees: {} }
}

export function saveSweepWatch(
  table: Table,
  { mode, chainId }: Of,
  watch: SweepWatch,
): Promise<void> {
  return storeItem(table, { ...sweepKeys.sweepWatch(mode, chainId), ...z.encode(codec, watch) })
}
