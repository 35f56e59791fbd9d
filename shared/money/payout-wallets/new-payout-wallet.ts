import type { Chain, HexAddress } from '../../chain/chain.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { IsContractServices } from './is-contract.ts'
import { requireOwnAddress } from './require-own-address.ts'
import { requireOwnCode } from './require-own-code.ts'
import {
  type AtOnceReason,
  effectiveFrom,
  inEffect,
  nextVersion,
  type PayoutWallet,
} from './rules/payout-wallet.ts'
import { type SealPayoutWallet, sealPayoutAddress, withSealedState } from './seal-payout-address.ts'
import { payoutWalletCreation, payoutWalletReplacement } from './store/payout-wallets.ts'
import type { SeenPayoutWallets } from './store/seen-payout-wallets.ts'

export type NewPayoutWalletServices = IsContractServices & {
  table: Table
  now: () => Date
  sealPayoutWallet: SealPayoutWallet
  seenPayoutWallets: Pick<SeenPayoutWallets, 'find'>
}

export type NewPayoutWallet = {
  chain: Chain
  address: HexAddress
  /** The name of the address in the caller's input. */
  param: string
  stored: PayoutWallet | undefined
  /** Why it may be in effect at once, if it is the first of its chain. */
  atOnce: AtOnceReason | null
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
 * The first payout wallet of a chain, in effect at once if there is a reason, or a change of the stored one, in effect
 * after 24 hours. Throws `parameter_invalid` for an address that is not the owner's own.
 */
export async function newPayoutWallet(
  services: NewPayoutWalletServices,
  { chain, address, param, stored, atOnce, newWallet = [] }: NewPayoutWallet,
): Promise<PreparedPayoutWallet> {
  const { table, now, sealPayoutWallet, seenPayoutWallets } = services
  const { mode, chainId } = chain
  await requireOwnAddress(table, { chain, address, param }, newWallet)
  const [at, seen] = [now(), await seenPayoutWallets.find(chain)]
  const version = nextVersion(stored, seen)
  // If there was one before, its item was deleted, and whoever did that must not set another one at once.
  const isFirst = !stored && !seen
  const reason = isFirst ? atOnce : null
  const times = { setAt: at, effectiveAt: effectiveFrom(reason, at) }
  const payout = { address, setIn: version, ...times, atOnce: reason }
  const [sealed, hasCode] = await Promise.all([
    sealPayoutAddress(sealPayoutWallet, { mode, chainId }, payout),
    requireOwnCode(services, { chain, address, param }),
  ])
  const before = stored && inEffect(stored, at)
  const addresses = before
    ? { current: before.current, next: sealed, former: before.former }
    : { current: sealed, next: null, former: [] }
  const wallet = await withSealedState(sealPayoutWallet, { mode, chainId, version, ...addresses })
  const write = stored
    ? payoutWalletReplacement(wallet, stored.version)
    : payoutWalletCreation(wallet)
  return { wallet, write, isContract: hasCode }
}
