import type { Chain } from '../../chain/chain.ts'
import { chainById } from '../../chain/chains.ts'
import {
  type NewPayoutWalletServices,
  newPayoutWallet,
  type PreparedPayoutWallet,
} from './new-payout-wallet.ts'
import { requireEnabled } from './require-enabled.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'
import type { GivenPayoutWallet } from './wire/given-payout-wallets.ts'

/**
 * The first payout wallets of an instance, in effect at once; `newWallet` are addresses of the wallet that is stored with
 * them. Throws `unsupported_chain` for a network that is not enabled, and `parameter_invalid` for an address that is not
 * the owner's own, and for a network that has one.
 */
export async function payoutsAtSetup(
  services: NewPayoutWalletServices,
  given: readonly GivenPayoutWallet[],
  newWallet: readonly string[],
): Promise<PreparedPayoutWallet[]> {
  // Before any is prepared, so that a refusal leaves nothing under way.
  const chains = given.map((of, index) => ({ ...of, chain: requireChain(given, index, of) }))
  for (const [index, { chain }] of chains.entries()) {
    const param = `payoutWallets.${index}.chainId`
    await requireEnabled(services, chain, param)
    await requireFirst(services, chain, param)
  }
  return Promise.all(
    chains.map(({ address, chain }, index) => {
      const param = `payoutWallets.${index}.address`
      const first = { stored: undefined, atOnce: 'new-wallet' } as const
      return newPayoutWallet(services, { chain, address, param, newWallet, ...first })
    }),
  )
}

/** A change of one that is set waits for a day, which setup can't shorten. */
async function requireFirst(
  { table }: NewPayoutWalletServices,
  { mode, chainId, name }: Chain,
  param: string,
): Promise<void> {
  if (!(await findPayoutWallet(table, mode, chainId))) return
  throw refusePayoutWallet('payout_wallet_present', { param, chain: name }, { param })
}

function requireChain(
  given: readonly GivenPayoutWallet[],
  index: number,
  { mode, chainId }: Pick<GivenPayoutWallet, 'mode' | 'chainId'>,
): Chain {
  const param = `payoutWallets.${index}.chainId`
  const chain = chainById(chainId)
  if (chain?.mode !== mode) {
    throw refusePayoutWallet('no_payout_chain', { param, mode }, { param })
  }
  if (given.findIndex((each) => each.chainId === chainId) === index) return chain
  throw refusePayoutWallet('payout_chain_repeated', { param, chainId }, { param })
}
