import * as z from 'zod'
import { type Mode, modes } from '../../kernel/mode.ts'
import { innerMap, moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { readItem } from '../../kernel/store/read-item.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { replacement, upsert } from '../../kernel/store/writes.ts'
import type { PayoutWallet } from '../rules/payout-wallet.ts'

const payoutAddress = innerMap({
  address: z.templateLiteral(['0x', z.string()]),
  effectiveAt: moment,
  setIn: z.int().default(0),
  sealed,
})

const payoutWalletCodec = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  current: payoutAddress,
  next: payoutAddress.nullable(),
  version: z.int(),
  sealedState: sealed.nullable().default(null),
})

/** An item from before payout wallets were sealed; it counts for nothing. */
const unsealed = z.object({ current: z.undefined().optional() }).transform(() => undefined)

const stored = z.union([payoutWalletCodec, unsealed])

export function findPayoutWallet(
  table: Table,
  mode: Mode,
  chainId: number,
): Promise<PayoutWallet | undefined> {
  return readItem(table, keys.payoutWallet(mode, chainId), stored)
}

/** Those of a mode (consistent), by chain. */
export async function listPayoutWallets(table: Table, mode: Mode): Promise<PayoutWallet[]> {
  const { pk: partition } = keys.payoutWallet(mode, 0)
  const wallets = await queryAll(table, { partition }, stored)
  return wallets
    .filter((wallet) => wallet !== undefined)
    .toSorted((one, other) => one.chainId - other.chainId)
}

/** The write that stores the first one of a chain; its condition fails if there is one. */
export function payoutWalletCreation(wallet: PayoutWallet): Write {
  return upsert(itemOf(wallet), {
    ConditionExpression: 'attribute_not_exists(#version)',
    ExpressionAttributeNames: { '#version': 'version' },
  })
}

/** The write that replaces version `from`; its condition fails if another writer was first. */
export function payoutWalletReplacement(wallet: PayoutWallet, from: number): Write {
  return replacement(itemOf(wallet), from)
}

function itemOf(wallet: PayoutWallet) {
  return {
    ...keys.payoutWallet(wallet.mode, wallet.chainId),
    ...z.encode(payoutWalletCodec, wallet),
  }
}
