import type { Chain, HexAddress } from '../chain/chain.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import { type IsContractServices, isContract } from './is-contract.ts'
import { requireOwnAddress } from './require-own-address.ts'
import { effectiveFrom, inEffect, type PayoutWallet } from './rules/payout-wallet.ts'
import { type SealPayoutWallet, sealPayoutAddress } from './seal-payout-address.ts'
import { payoutWalletCreation, payoutWalletReplacement } from './store/payout-wallets.ts'

export type NewPayoutWalletServices = IsContractServices & {
  table: Table
  now: () => Date
  sealPayoutWallet: SealPayoutWallet
}

export type NewPayoutWallet = {
  chain: Chain
  address: HexAddress
  /** The name of the address in the caller's input. */
  param: string
  stored: PayoutWallet | undefined
  /** Addresses of a wallet that is stored in the same transaction. */
  newWallet?: readonly string[]
}

export type PreparedPayoutWallet = {
  wallet: PayoutWallet
  write: Write
  /** Null if it is unknown. */
  isContract: boolean | null
}

/**
 * The first payout wallet of a chain, in effect at once, or a change of the stored one, in effect after 24 hours. Throws
 * `parameter_invalid` for an address that is not the owner's own.
 */
export async function newPayoutWallet(
  services: NewPayoutWalletServices,
  { chain, address, param, stored, newWallet = [] }: NewPayoutWallet,
): Promise<PreparedPayoutWallet> {
  const { table, now, sealPayoutWallet } = services
  const { mode, chainId } = chain
  await requireOwnAddress(table, { chain, address, param }, newWallet)
  const at = now()
  const payout = { address, effectiveAt: effectiveFrom(stored, at) }
  const [sealed, hasCode] = await Promise.all([
    sealPayoutAddress(sealPayoutWallet, { mode, chainId }, payout),
    isContract(services, { mode, chainId, address }),
  ])
  if (!stored) {
    const wallet = { mode, chainId, current: sealed, next: null, version: 1 }
    return { wallet, write: payoutWalletCreation(wallet), isContract: hasCode }
  }
  const wallet = { ...inEffect(stored, at), next: sealed, version: stored.version + 1 }
  return { wallet, write: payoutWalletReplacement(wallet), isContract: hasCode }
}
