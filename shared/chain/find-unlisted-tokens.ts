import {
  type Client,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  pad,
  toEventHash,
} from 'viem'
import type { HexAddress } from './chain.ts'
import { assetsOf } from './chains.ts'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'
import { refusalOf } from './refusal-of.ts'
import { rpcRefusal } from './rpc-refusal.ts'

export type UnlistedSearch = {
  address: HexAddress
  /** Both inclusive. */
  fromBlock: bigint
  toBlock: bigint
  /** The most tokens to return. */
  room: number
  /** Contracts to skip. */
  known: ReadonlySet<string>
}

export type UnlistedFound = {
  tokens: { tokenAddress: HexAddress; balanceBase: bigint }[]
  /** The last block that was searched: the work per address is bounded. */
  searchedTo: bigint
}

const maxLogRequests = 24
const maxCandidates = 40

/** Contracts that log transfers of a chain's native coin as if it were a token: Polygon, a common placeholder, Celo. */
const nativeCoins: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000001010',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x471ece3750da237f93b8e339c536989b8978a438',
])

/**
 * Tokens outside the registry that an address holds: those whose logs say that they were sent to it, and whose
 * `balanceOf` confirms it. Anyone can write any number of logs, so the number of requests and of contracts is limited,
 * and the result says how far the search got. Throws `ChainUnavailable`.
 */
export async function findUnlistedTokens(
  client: ChainClient,
  search: UnlistedSearch,
): Promise<UnlistedFound> {
  return readChain(client, async () => {
    const { candidates, searchedTo } = await candidatesOf(client, search)
    const tokens: UnlistedFound['tokens'] = []
    for (const { token } of candidates) {
      // With no room left, the rest of the range doesn't matter.
      if (tokens.length >= search.room) return { tokens, searchedTo: search.toBlock }
      const balanceBase = await unlistedBalance(client, { ...search, token })
      if (balanceBase > 0n) tokens.push({ tokenAddress: token, balanceBase })
    }
    return { tokens, searchedTo }
  })
}

/**
 * Unknown contracts in the order of their logs, as many as are checked at a time, and the last block that they cover.
 */
async function candidatesOf(
  client: ChainClient,
  search: UnlistedSearch,
): Promise<{ candidates: Sender[]; searchedTo: bigint }> {
  const excluded = new Set([...nativeCoins, ...listed(client), ...search.known])
  const candidates = new Map<string, Sender>()
  let searchedTo = search.fromBlock - 1n
  for await (const { toBlock, senders } of logsInSteps(client.node, search)) {
    const unknown = senders.filter(({ token }) => !excluded.has(token.toLowerCase()))
    for (const sender of unknown) {
      if (!candidates.has(sender.token)) candidates.set(sender.token, sender)
    }
    const [first] = [...candidates.values()].slice(maxCandidates)
    if (first) {
      const before = first.blockNumber - 1n
      // A single block may have more contracts than are ever checked: it must not block the search forever.
      const end = before > searchedTo ? before : first.blockNumber
      return { candidates: [...candidates.values()].slice(0, maxCandidates), searchedTo: end }
    }
    searchedTo = toBlock
  }
  return { candidates: [...candidates.values()], searchedTo }
}

function listed({ chain }: ChainClient): string[] {
  return assetsOf(chain).flatMap(({ tokenAddress }) => tokenAddress?.toLowerCase() ?? [])
}

type Sender = { token: HexAddress; blockNumber: bigint }

/**
 * Halves the range while the node rejects it as too wide. If it rejects a single block, that block's receipts are read
 * instead; without them, the search ends before the block, so that the next one begins with it.
 */
async function* logsInSteps(
  node: Client,
  { address, fromBlock, toBlock }: Pick<UnlistedSearch, 'address' | 'fromBlock' | 'toBlock'>,
): AsyncGenerator<{ toBlock: bigint; senders: Sender[] }> {
  let from = fromBlock
  let step = toBlock - fromBlock + 1n
  for (let request = 0; request < maxLogRequests && from <= toBlock; request++) {
    const last = from + step - 1n
    const to = last < toBlock ? last : toBlock
    const senders = await sendersIn(node, { address, fromBlock: from, toBlock: to })
    if (!senders && from < to) {
      step = (to - from + 1n) / 2n
      continue
    }
    const known = senders ?? (await sendersOfReceipts(node, { address, blockNumber: from }))
    if (!known) return
    yield { toBlock: to, senders: known }
    from = to + 1n
    if (!senders) step = toBlock - from + 1n
  }
}

const transferTopic = toEventHash('Transfer(address,address,uint256)')

/** Undefined if the node rejects the range as too wide. */
async function sendersIn(
  node: Client,
  { address, fromBlock, toBlock }: { address: HexAddress; fromBlock: bigint; toBlock: bigint },
): Promise<Sender[] | undefined> {
  try {
    const logs = await node.request({
      method: 'eth_getLogs',
      params: [
        {
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
          topics: [transferTopic, null, pad(address)],
        },
      ],
    })
    return sendersOf(logs, address)
      .filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock)
      .toSorted((a, b) => Number(a.blockNumber - b.blockNumber))
  } catch (error) {
    if (refusalOf(error) === 'narrow') return undefined
    throw error
  }
}

/** Undefined if the node doesn't return them either. */
async function sendersOfReceipts(
  node: Client,
  { address, blockNumber }: { address: HexAddress; blockNumber: bigint },
): Promise<Sender[] | undefined> {
  try {
    const receipts = await node.request<BlockReceipts>({
      method: 'eth_getBlockReceipts',
      params: [numberToHex(blockNumber)],
    })
    const logs = receipts?.flatMap((receipt) => receipt.logs)
    return logs && sendersOf(logs, address).map(({ token }) => ({ token, blockNumber }))
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}

type BlockReceipts = { Parameters: [Hex]; ReturnType: { logs: TransferLog[] }[] | null }
type TransferLog = { address: HexAddress; topics: Hex[]; data: Hex; blockNumber: Hex | null }

/** Transfers of tokens to the address. */
function sendersOf(logs: readonly TransferLog[], address: HexAddress): Sender[] {
  const to = pad(address).toLowerCase()
  return logs
    .filter(
      ({ topics: [topic, , recipient] }) =>
        topic === transferTopic && recipient?.toLowerCase() === to,
    )
    .filter(({ topics, data }) => isFungible(topics, data))
    .map((log) => ({ token: getAddress(log.address), blockNumber: BigInt(log.blockNumber ?? 0) }))
}

/** An NFT's transfer has its id as a fourth topic and no data. */
function isFungible(topics: readonly Hex[], data: Hex): boolean {
  return topics.length === 3 && /^0x[0-9a-f]{64}$/i.test(data) && BigInt(data) > 0n
}

/** Enough for any honest `balanceOf`, and cheap if a contract burns all of it or returns a huge response. */
const callGas = 300_000n

/** The balance that an unknown contract reports for an address; 0 if it returns anything but one number. */
export async function unlistedBalance(
  { node }: Pick<ChainClient, 'node'>,
  { token, address, toBlock }: { token: HexAddress; address: HexAddress; toBlock: bigint },
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  try {
    const result = await node.request({
      method: 'eth_call',
      params: [{ to: token, data, gas: numberToHex(callGas) }, numberToHex(toBlock)],
    })
    return /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result) : 0n
  } catch (error) {
    if (isRefusedByContract(error)) return 0n
    throw error
  }
}

function isRefusedByContract(error: unknown): boolean {
  return /revert|gas|opcode|invalid|stack/i.test(rpcRefusal(error)?.details ?? '')
}
