import type { Chain } from '../chain/chain.ts'
import { chainById } from '../chain/chains.ts'
import { ServiceError } from '../kernel/errors.ts'
import {
  type NewPayoutWalletServices,
  newPayoutWallet,
  type PreparedPayoutWallet,
} from './new-payout-wallet.ts'
import { requireEnabled } from './require-enabled.ts'
import type { GivenPayoutWallet } from './wire/given-payout-wallets.ts'

/**
 * The first payout wallets of an instance, in effect at once; `newWallet` are addresses of the wallet that is stored with
 * them. Throws `unsupported_chain` for a network that is not enabled, and `parameter_invalid` for an address that is not
 * the owner's own.
 */
export async function payoutsAtSetup(
  services: NewPayoutWalletServices,
  given: readonly GivenPayoutWallet[],
  newWallet: readonly string[],
): Promise<PreparedPayoutWallet[]> {
  // Before any is prepared, so that a refusal leaves nothing under way.
  const chains = given.map((of, index) => ({ ...of, chain: requireChain(given, index, of) }))
  for (const [index, { chain }] of chains.entries()) {
    await requireEnabled(services, chain, `payoutWallets.${index}.chainId`)
  }
  return Promise.all(
    chains.map(({ address, chain }, index) => {
      const param = `payoutWallets.${index}.address`
      const first = { stored: undefined, atOnce: 'new-wallet' } as const
      return newPayoutWallet(services, { chain, address, param, newWallet, ...first })
    }),
  )
}

function requireChain(
  given: readonly GivenPayoutWallet[],
  index: number,
  { mode, chainId }: Pick<GivenPayoutWallet, 'mode' | 'chainId'>,
): Chain {
  const param = `payoutWallets.${index}.chainId`
  const chain = chainById(chainId)
  if (chain?.mode !== mode) {
    const message = `${param} is not a supported chain of ${mode} mode (docs/operating.md lists them).`
    throw new ServiceError('unsupported_chain', message, { param })
  }
  if (given.findIndex((each) => each.chainId === chainId) === index) return chain
  const message = `${param} repeats chain ${chainId}: each chain has one payout wallet.`
  throw new ServiceError('parameter_invalid', message, { param })
}
