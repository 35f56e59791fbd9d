import type { Client, Hex } from 'viem'
import { selectors } from '../../../chain/balances/selectors.ts'
import type { Chain, HexAddress } from '../../../chain/chain.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import { isByState, rpcRefusal } from '../../../chain/nodes/rpc-refusal.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { readChain } from '../../../chain/read-chain.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type IsContractServices, isContract } from '../../payout-wallets/is-contract.ts'
import { foreignAddress } from '../../payout-wallets/require-own-address.ts'
import { addressTypo, withChecksum } from '../../payout-wallets/wire/payout-address.ts'
import type { AddressProblem, AddressWarning } from '../wire/claim.ts'

export type CheckAddressServices = IsContractServices & { table: Table }

export type CheckedAddress =
  | { problem: AddressProblem }
  | { address: HexAddress; warnings: AddressWarning[] }

/**
 * Whether an address that a customer typed can be theirs on a chain. Throws `timed_out` if the chain can't be read: an
 * address is final, so it is not taken unseen.
 */
export async function checkAddress(
  services: CheckAddressServices,
  chain: Chain,
  text: string,
): Promise<CheckedAddress> {
  const problem = addressTypo(text)
  if (problem !== undefined) return { problem }
  const address = withChecksum(text)
  const foreign = await foreignAddress(services.table, { chain, address })
  if (foreign !== undefined) return { problem: foreign }
  const { mode, chainId, name } = chain
  const clients = await services.chains(mode)
  const has = ({ chain: on }: ChainClient) =>
    isContract(services, { mode, chainId: on.chainId, address })
  const own = clients.find((client) => client.chain.chainId === chainId)
  const hasCode = own ? await has(own) : null
  if (!own || hasCode === null) throw unread(name)
  if (hasCode) {
    const isToken = await isTokenOn(services, own, address)
    return isToken ? { problem: 'contract' } : { address, warnings: [] }
  }
  const elsewhere = await Promise.all(clients.filter((client) => client !== own).map(has))
  return { address, warnings: elsewhere.includes(true) ? ['no-code-here'] : [] }
}

async function isTokenOn(
  { ask }: CheckAddressServices,
  own: ChainClient,
  address: HexAddress,
): Promise<boolean> {
  try {
    return await ask(own, (client) => readChain(client, () => statesDecimals(client.node, address)))
  } catch (error) {
    throw error instanceof ChainUnavailable ? unread(own.chain.name) : error
  }
}

/** A wallet that is a contract has no `decimals()`; a token's contract keeps whatever is sent to it. */
async function statesDecimals(node: Client, to: HexAddress): Promise<boolean> {
  const data: Hex = selectors['decimals()']
  try {
    const word = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
    return word.length === 66 && BigInt(word) <= 255n
  } catch (error) {
    const refusal = rpcRefusal(error)
    if (!refusal || !isByState(refusal)) throw error
    return false
  }
}

function unread(name: string): ServiceError {
  const message = `${name} can’t be read right now, so the address can’t be checked. Try again in a moment.`
  return new ServiceError('timed_out', message)
}
