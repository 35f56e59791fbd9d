import { getAddress, type Hash, isAddressEqual } from 'viem'
import { eachAtOnce } from '../../kernel/each-at-once.ts'
import type { HexAddress } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { agreedReceipt } from '../sending/agreed-receipt.ts'
import { listedTokenLogs } from './listed-token-logs.ts'
import type { BlockRange } from './logs-in-halves.ts'
import { transfersIn } from './transfers-in.ts'

/** Tokens that left one of the addresses in a transaction: the sum, if there were several transfers. */
export type SentTokens = {
  from: HexAddress
  token: HexAddress
  amountBase: bigint
  txHash: string
  blockNumber: bigint
}

/** Nodes limit how many a filter may name. */
const sendersAtOnce = 100

const receiptsAtOnce = 5

/**
 * Listed tokens that left these addresses of the chain. A node's logs only say in which transactions: their receipts
 * are as nodes of two operators have them. Throws `ChainUnavailable`.
 */
export async function tokensSentFrom(
  client: ChainClient,
  addresses: readonly string[],
  range: BlockRange,
): Promise<SentTokens[]> {
  const senders = addresses.map((address) => getAddress(address))
  const found: SentTokens[] = []
  for (let start = 0; start < senders.length; start += sendersAtOnce) {
    const from = senders.slice(start, start + sendersAtOnce)
    const logs = await listedTokenLogs(client, { from }, range)
    const hashes = new Set(logs.map(({ transactionHash }) => transactionHash))
    await eachAtOnce(hashes, receiptsAtOnce, async (hash) => {
      found.push(...(await sentIn(client, from, hash)))
    })
  }
  return found
}

async function sentIn(
  client: ChainClient,
  senders: readonly HexAddress[],
  hash: Hash,
): Promise<SentTokens[]> {
  const receipt = await agreedReceipt(client, hash)
  if (!receipt) throw new ChainUnavailable(client.chain.chainId, `its nodes disagree about ${hash}`)
  const { blockNumber, isSuccess } = receipt
  const transfers = isSuccess ? transfersIn(receipt) : []
  return client.chain.tokens.flatMap(({ address: token }) =>
    senders.flatMap((from) => {
      const amountBase = transfers
        .filter((each) => isAddressEqual(each.token, token) && isAddressEqual(each.from, from))
        .reduce((sum, each) => sum + each.amountBase, 0n)
      return amountBase > 0n ? [{ from, token, amountBase, txHash: hash, blockNumber }] : []
    }),
  )
}
