import type { Chain, HexAddress } from '../../chain/chain.ts'
import { type IsContractServices, isContract } from './is-contract.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'

type Payout = { chain: Chain; address: HexAddress; param: string }

/**
 * Whether there is code at an address; null if its chain gives no response. Throws `parameter_invalid` if it is a contract
 * on another network alone: there, somebody else may own its address.
 */
export async function requireOwnCode(
  services: IsContractServices,
  { chain, address, param }: Payout,
): Promise<boolean | null> {
  const { mode, chainId, name } = chain
  const hasCode = await isContract(services, { mode, chainId, address })
  if (hasCode !== false) return hasCode
  const others = (await services.chains(mode)).filter((other) => other.chain.chainId !== chainId)
  const found = await Promise.all(
    others.map(async (other) => ({
      name: other.chain.name,
      hasCode: await isContract(services, { mode, chainId: other.chain.chainId, address }),
    })),
  )
  const contract = found.find((other) => other.hasCode)
  if (!contract) return false
  const values = { param, other: contract.name, chain: name }
  throw refusePayoutWallet('contract_elsewhere', values, { param })
}
