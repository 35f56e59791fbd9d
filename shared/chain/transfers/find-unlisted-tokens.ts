import { unlistedBalance } from '../balances/unlisted-balance.ts'
import type { HexAddress } from '../chain.ts'
import { assetsOf } from '../chains.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import type { BlockRange } from './logs-in-halves.ts'
import { tokensReceived } from './tokens-received.ts'

export type SearchedAddress = {
  address: HexAddress
  /** The maximum number of tokens to return. */
  room: number
  /** Contracts to skip, in lower case. */
  known: ReadonlySet<string>
}

export type UnlistedFound = {
  tokens: { tokenAddress: HexAddress; balanceBase: bigint }[]
  /** Contracts that could not be asked for a balance. */
  unreadable: HexAddress[]
  /** The last block that was searched for this address. */
  searchedTo: bigint
}

/** For one address, and for all together. */
const maxCandidates = { each: 40, all: 400 }

/** Contracts that log transfers of a chain's native coin as if it were a token: Polygon, a common placeholder, Celo. */
const nativeCoins: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000001010',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0x471ece3750da237f93b8e339c536989b8978a438',
])

/**
 * Tokens outside the registry that addresses hold, in the order of the addresses: those whose logs say that they were sent
 * to them, and whose `balanceOf` confirms it. Anyone can write any number of logs, so the number of requests and of
 * contracts is limited, and the result says how far the search got. Throws `ChainUnavailable`.
 */
export async function findUnlistedTokens(
  client: ChainClient,
  addresses: readonly SearchedAddress[],
  range: BlockRange,
): Promise<UnlistedFound[]> {
  return readChain(client, async () => {
    const found: UnlistedFound[] = []
    let left = maxCandidates.all
    for (const candidates of await candidatesOf(client, addresses, range)) {
      const isTooMuch = candidates.tokens.length > left
      left -= isTooMuch ? 0 : candidates.tokens.length
      found.push(isTooMuch ? nothing(range) : await confirmed(client, candidates, range))
    }
    return found
  })
}

function nothing({ fromBlock }: BlockRange): UnlistedFound {
  return { tokens: [], unreadable: [], searchedTo: fromBlock - 1n }
}

async function confirmed(
  client: ChainClient,
  { of: { address, room }, tokens: candidates, searchedTo }: Candidates,
  { toBlock }: BlockRange,
): Promise<UnlistedFound> {
  const tokens: UnlistedFound['tokens'] = []
  const unreadable: HexAddress[] = []
  for (const { token } of candidates) {
    // With no room left, the rest of the range doesn't matter.
    if (tokens.length >= room) return { tokens, unreadable, searchedTo: toBlock }
    const balanceBase = await unlistedBalance(client, { token, address, toBlock })
    if (balanceBase === undefined) unreadable.push(token)
    else if (balanceBase > 0n) tokens.push({ tokenAddress: token, balanceBase })
  }
  return { tokens, unreadable, searchedTo }
}

type Candidate = { token: HexAddress; blockNumber: bigint }

/** Unknown contracts of one address, as many as are checked at a time, and the last block that they cover. */
type Candidates = { of: SearchedAddress; tokens: Candidate[]; searchedTo: bigint }

async function candidatesOf(
  client: ChainClient,
  addresses: readonly SearchedAddress[],
  range: BlockRange,
): Promise<Candidates[]> {
  const excluded = new Set([...nativeCoins, ...listed(client)])
  const all = addresses.map((of) => ({ of, byToken: new Map<string, Candidate>() }))
  const byAddress = new Map(all.map((each) => [each.of.address, each]))
  const search = { ...range, addresses: addresses.map(({ address }) => address) }
  let searchedTo = range.fromBlock - 1n
  for await (const { toBlock, received } of tokensReceived(client.node, search)) {
    for (const { address, token, blockNumber } of received) {
      const each = byAddress.get(address)
      const key = token.toLowerCase()
      if (!each || excluded.has(key) || each.of.known.has(key) || each.byToken.has(key)) continue
      if (each.byToken.size <= maxCandidates.each) each.byToken.set(key, { token, blockNumber })
    }
    searchedTo = toBlock
  }
  return all.map(({ of, byToken }) =>
    upToLimit(of, [...byToken.values()], { ...range, searchedTo }),
  )
}

/** The first item beyond the limit tells where the next search has to start. */
function upToLimit(
  of: SearchedAddress,
  candidates: Candidate[],
  { fromBlock, searchedTo }: BlockRange & { searchedTo: bigint },
): Candidates {
  const first = candidates[maxCandidates.each]
  if (!first) return { of, tokens: candidates, searchedTo }
  const before = first.blockNumber - 1n
  // A single block may have more contracts than are ever checked: it must not block the search forever.
  const end = before >= fromBlock ? before : first.blockNumber
  return { of, tokens: candidates.slice(0, maxCandidates.each), searchedTo: end }
}

function listed({ chain }: ChainClient): string[] {
  return assetsOf(chain).flatMap(({ tokenAddress }) => tokenAddress?.toLowerCase() ?? [])
}
