import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { replacement, upsert } from '../../../kernel/store/writes.ts'
import { atOnceReasons, type PayoutWallet } from '../rules/payout-wallet.ts'
import { payoutWalletKeys } from './keys.ts'

const address = z.templateLiteral(['0x', z.string()])

const payoutAddress = innerMap({
  address,
  effectiveAt: moment,
  setIn: z.int(),
  setAt: moment,
  atOnce: z.enum(atOnceReasons).nullable(),
  sealed,
})

const payoutWalletCodec = z.object({
  mode: z.enum(modes),
  chainId: z.int(),
  current: payoutAddress,
  next: payoutAddress.nullable(),
  former: z.array(address).readonly(),
  version: z.int(),
  sealedState: sealed,
})

export function findPayoutWallet(
  table: Table,
  mode: Mode,
  chainId: number,
): Promise<PayoutWallet | undefined> {
  return readItem(table, payoutWalletKeys.payoutWallet(mode, chainId), payoutWalletCodec)
}

/** The payout wallets of a mode (consistent), by chain. */
export async function listPayoutWallets(table: Table, mode: Mode): Promise<PayoutWallet[]> {
  const { pk: partition } = payoutWalletKeys.payoutWallet(mode, 0)
  const wallets = await queryAll(table, { partition }, payoutWalletCodec)
  return wallets.toSorted((one, other) => one.chainId - other.chainId)
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
    ...payoutWalletKeys.payoutWallet(wallet.mode, wallet.chainId),
    ...z.encode(payoutWalletCodec, wallet),
  }
}
