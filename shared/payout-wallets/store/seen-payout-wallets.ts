import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { keys } from '../../kernel/store/keys.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import type { Table } from '../../kernel/store/table.ts'
import { storeItem } from '../../kernel/store/writes.ts'
import type { PayoutWallet, SeenPayoutWallet } from '../rules/payout-wallet.ts'

type Of = Pick<PayoutWallet, 'mode' | 'chainId'>

const codec = z.object({ version: z.int(), setIn: z.int() })

/** The highest that the sweep has seen (consistent); undefined before the first time. */
export function findSeenPayoutWallet(
  table: Table,
  { mode, chainId }: Of,
): Promise<SeenPayoutWallet | undefined> {
  return readItem(table, keys.seenPayoutWallet(mode, chainId), codec)
}

/** Stores a higher one, which only the sweep may. Neither number ever falls; false if one would. */
export async function saveSeenPayoutWallet(
  table: Table,
  { mode, chainId }: Of,
  { version, setIn }: SeenPayoutWallet,
): Promise<boolean> {
  try {
    await storeItem(
      table,
      { ...keys.seenPayoutWallet(mode, chainId), version, setIn },
      {
        ConditionExpression:
          'attribute_not_exists(pk) OR (#version <= :version AND setIn <= :setIn)',
      },
    )
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}
