import { getAddress, isAddressEqual } from 'viem'
import type { ChainClient } from '../../chain/open-chain.ts'
import type { BlockRange } from '../../chain/transfers/logs-in-halves.ts'
import { tokensSentFrom } from '../../chain/transfers/tokens-sent-from.ts'
import { type OwnTransaction, transactionsFrom } from '../../chain/transfers/transactions-from.ts'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { OwnMovement } from '../../payments/ledger/rules/address-movement.ts'
import type { SearchedAddress } from './searched-addresses.ts'

/** A movement of this service that the table doesn't have. */
export type Lost = {
  of: SearchedAddress
  symbol: string
  decimals: number
  movement: OwnMovement
}

export type LostSweeps = {
  movements: Lost[]
  unclear: { sessionId: string; address: string; chainId: number }[]
}

type Search = {
  range: BlockRange
  /** This mode's wallets that pay the gas of sweeps. */
  gasWallets: readonly string[]
}

const addressesAtOnce = 5

/**
 * Returns the money that left these addresses on one chain: tokens by their logs, and coin by the addresses' own
 * transactions; and what the gas wallets sent to them. Only this service has their keys, so all of it was a sweep, its
 * fee or its gas. Throws `ChainUnavailable`.
 */
export async function lostSweepsOn(
  client: ChainClient,
  addresses: readonly SearchedAddress[],
  { range, gasWallets }: Search,
): Promise<LostSweeps> {
  if (range.fromBlock > range.toBlock) return { movements: [], unclear: [] }
  const movements = await lostTokens(client, addresses, range)
  const unclear: LostSweeps['unclear'] = []
  await eachAtOnce(addresses, addressesAtOnce, async (of) => {
    const sent = await transactionsFrom(client, of.address, range)
    const { sessionId, address } = of
    if (sent) movements.push(...sent.flatMap((one) => lostCoins(client, of, one)))
    else unclear.push({ sessionId, address, chainId: client.chain.chainId })
  })
  for (const gasWallet of gasWallets) {
    movements.push(...(await lostGas(client, addresses, { gasWallet, range })))
  }
  return { movements, unclear }
}

async function lostTokens(
  client: ChainClient,
  addresses: readonly SearchedAddress[],
  range: BlockRange,
): Promise<Lost[]> {
  const { chainId, tokens } = client.chain
  const all = addresses.map(({ address }) => address)
  const sent = await tokensSentFrom(client, all, range)
  return sent.flatMap(({ from, token: tokenAddress, amountBase, txHash, blockNumber }) => {
    const of = addressIn(addresses, from)
    const token = tokens.find(({ address }) => isAddressEqual(address, tokenAddress))
    if (!of || !token) return []
    const { symbol, decimals, address } = token
    const where = { chainId, tokenAddress: address, txHash, blockNumber }
    return [{ of, symbol, decimals, movement: { kind: 'sweep', ...where, amountBase } }]
  })
}

function lostCoins(
  { chain }: ChainClient,
  of: SearchedAddress,
  { valueBase, feeBase, ...mined }: OwnTransaction,
): Lost[] {
  return [
    coinMovement(chain, of, { kind: 'sweep', amountBase: valueBase, ...mined }),
    coinMovement(chain, of, { kind: 'fee', amountBase: feeBase, ...mined }),
  ].filter(({ movement }) => movement.amountBase > 0n)
}

/** Coin that an address received for its tokens' fees. None if the node can't show it, nor then the fees. */
async function lostGas(
  client: ChainClient,
  addresses: readonly SearchedAddress[],
  { gasWallet, range }: { gasWallet: string; range: BlockRange },
): Promise<Lost[]> {
  const sent = (await transactionsFrom(client, gasWallet, range)) ?? []
  return sent.flatMap(({ recipient, valueBase, ...mined }) => {
    const of = recipient === null ? undefined : addressIn(addresses, recipient)
    if (!of || valueBase === 0n) return []
    return [coinMovement(client.chain, of, { kind: 'gas', amountBase: valueBase, ...mined })]
  })
}

type Moved = Pick<OwnMovement, 'kind' | 'amountBase' | 'txHash' | 'blockNumber'>

function coinMovement(
  { chainId, native: { symbol, decimals } }: ChainClient['chain'],
  of: SearchedAddress,
  { kind, amountBase, txHash, blockNumber }: Moved,
): Lost {
  const movement = { kind, chainId, tokenAddress: null, amountBase, txHash, blockNumber }
  return { of, symbol, decimals, movement }
}

function addressIn(
  addresses: readonly SearchedAddress[],
  wanted: string,
): SearchedAddress | undefined {
  return addresses.find(({ address }) => isAddressEqual(getAddress(address), getAddress(wanted)))
}
