import type { Chain, HexAddress } from '../../chain/chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import { pageHoldings } from '../../payments/holdings/store/holdings.ts'
import { type IsContractServices, isContract } from './is-contract.ts'
import {
  type LoadPayoutWalletServices,
  PayoutWalletTampered,
  verifyPayoutWallet,
} from './load-payout-wallet.ts'
import { type AtOnceReason, inEffect, isNew } from './rules/payout-wallet.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'

export type AtOnceServices = IsContractServices &
  LoadPayoutWalletServices & {
    /** When the oldest wallet of a mode was sealed, as its seal says; undefined if there is none. */
    walletSealedAt: (mode: Mode) => Promise<Date | undefined>
  }

type Wanted = { chain: Chain; address: HexAddress }

/**
 * Why the first payout wallet of a chain may be in effect at once; null if it has to wait like a change. Otherwise,
 * whoever has taken over an owner's account takes what waits on every chain that has none.
 */
export async function atOnceReason(
  services: AtOnceServices,
  wanted: Wanted,
): Promise<AtOnceReason | null> {
  const { table, now, chains, walletSealedAt } = services
  const { mode, chainId } = wanted.chain
  const sealedAt = await walletSealedAt(mode)
  if (sealedAt && isNew(sealedAt, now())) return 'new-wallet'
  const { holdings } = await pageHoldings(table, mode, { limit: 1, chainId })
  // Whoever has the key of an account has it on all chains. At a contract's address, it may be anybody.
  if (holdings.length > 0 || (await isContract(services, { ...wanted.chain, ...wanted })) !== false)
    return null
  for (const { chain } of await chains(mode)) {
    if (chain.chainId !== chainId && (await isSameOn(services, chain, wanted.address))) {
      return 'same-address'
    }
  }
  return null
}

/** Whether it is the payout wallet in effect there, as it is sealed and was not put back, and no contract. */
async function isSameOn(
  services: AtOnceServices,
  { mode, chainId }: Chain,
  address: HexAddress,
): Promise<boolean> {
  const { table, now, seenPayoutWallets } = services
  const [stored, seen] = await Promise.all([
    findPayoutWallet(table, mode, chainId),
    seenPayoutWallets.find({ mode, chainId }),
  ])
  if (!stored || stored.version < (seen?.version ?? 0)) return false
  const { current } = inEffect(stored, now())
  if (current.address !== address || current.effectiveAt > now()) return false
  try {
    await verifyPayoutWallet(services, stored)
  } catch (error) {
    if (error instanceof PayoutWalletTampered) return false
    throw error
  }
  return (await isContract(services, { mode, chainId, address })) === false
}
