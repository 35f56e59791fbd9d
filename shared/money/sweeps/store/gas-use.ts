import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Sweep } from '../../../payments/holdings/rules/sweep.ts'
import { type GasUse, gasUseOf, sumOfUse } from '../rules/gas-use.ts'
import { sweepKeys } from './keys.ts'

const dayMs = 86_400_000
export const forecastDays = 30
const keptDays = forecastDays + 5

/**
 * The write that counts a transaction of the gas wallet that has become final, so that nobody has to read all of a
 * month. It belongs into the transaction that makes it final.
 */
export function gasUseWrite(sweep: Sweep, now: Date): Write {
  const { transactions, addresses, gasUnits } = gasUseOf(sweep)
  return {
    Update: {
      Key: sweepKeys.gasUse(sweep.mode, sweep.chainId, now),
      UpdateExpression:
        'ADD transactions :transactions, addresses :addresses, gasUnits :units SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':transactions': transactions,
        ':addresses': addresses,
        ':units': gasUnits,
        ':ttl': Math.floor((now.getTime() + keptDays * dayMs) / 1000),
      },
    },
  }
}

const use = z.object({
  transactions: z.int(),
  addresses: z.int(),
  gasUnits: z.union([z.int(), z.bigint()]).transform(BigInt),
})

/** Gas use of a chain's gas wallets in the last 30 days: at most 31 items. */
export async function recentGasUse(
  table: Table,
  { mode, chainId, now }: { mode: Mode; chainId: number; now: Date },
): Promise<GasUse> {
  const { pk: partition, sk: to } = sweepKeys.gasUse(mode, chainId, now)
  const since = new Date(now.getTime() - forecastDays * dayMs)
  const range = { from: sweepKeys.gasUse(mode, chainId, since).sk, to }
  return sumOfUse(await queryAll(table, { partition, range }, use))
}
