import { getAddress } from 'viem'
import { unlistedBalance } from '../../../chain/balances/unlisted-balance.ts'
import type { HexAddress } from '../../../chain/chain.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { readChain } from '../../../chain/read-chain.ts'
import {
  findUnlistedTokens,
  type UnlistedFound,
} from '../../../chain/transfers/find-unlisted-tokens.ts'
import type { BlockRange } from '../../../chain/transfers/logs-in-halves.ts'
import { eachAtOnce } from '../../../kernel/each-at-once.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { afterSearch, type UnlistedSearch } from '../rules/unlisted-search.ts'
import type { UnmatchedDeposit } from '../rules/unmatched-deposit.ts'
import { saveUnlistedSearch } from '../store/unlisted-searches.ts'
import { loadUnmatchedDeposits, unmatchedDepositWrite } from '../store/unmatched-deposits.ts'

export type UnlistedDeps = { table: Table; now: () => Date }

const maxContracts = 20
const searchesAtOnce = 10

/**
 * Searches a range of a chain's blocks for tokens outside the registry at closed sessions' addresses, and records those
 * that `balanceOf` confirms: at most 20 contracts per address. They emit no event and can't be accepted, since anyone can
 * create a token. How far each search got, and what is still due, is saved. Throws `ChainUnavailable`.
 */
export async function searchUnlistedTokens(
  deps: UnlistedDeps,
  client: ChainClient,
  { searches, ...range }: BlockRange & { searches: readonly UnlistedSearch[] },
): Promise<void> {
  const noted = new Map<UnlistedSearch, Noted>()
  await eachAtOnce(searches, searchesAtOnce, async (search) => {
    noted.set(search, await noteAgain(deps, { client, range }, search))
  })
  const known = searches.map((search) => ({ search, ...(noted.get(search) ?? nothingNoted) }))
  const found = await findUnlistedTokens(
    client,
    known.map(({ search, count, contracts }) => ({
      address: getAddress(search.address),
      room: maxContracts - count,
      known: contracts,
    })),
    range,
  )
  await eachAtOnce(known.entries(), searchesAtOnce, async ([index, { search, unreadable }]) => {
    const own = found[index]
    if (!own) return
    await record(deps, search, { tokens: own.tokens, toBlock: range.toBlock })
    const failing = [...unreadable, ...own.unreadable]
    const outcome = { ...own, unreadable: failing, range, together: searches.length }
    await saveUnlistedSearch(deps.table, afterSearch(search, outcome, deps.now()), search)
  })
}

type Noted = {
  /** Deposits of unlisted tokens on all chains. */
  count: number
  /** Contracts on this chain that were checked already, in lower case. */
  contracts: ReadonlySet<string>
  /** Contracts among them that could not be read. */
  unreadable: readonly HexAddress[]
}

const nothingNoted: Noted = { count: 0, contracts: new Set(), unreadable: [] }

type Place = { client: ChainClient; range: BlockRange }

/** Reads the known deposits again, and the contracts that could not be read. */
async function noteAgain(deps: UnlistedDeps, place: Place, search: UnlistedSearch): Promise<Noted> {
  const { mode, sessionId, chainId } = search
  const all = await loadUnmatchedDeposits(deps.table, { mode, sessionId })
  const unlisted = all.filter(({ reason }) => reason === 'unlisted')
  const here = unlisted.filter((deposit) => deposit.chainId === chainId)
  for (const deposit of here) await noteDeposit(deps, place, deposit)
  const deposited = new Set(here.map(({ tokenAddress }) => String(tokenAddress).toLowerCase()))
  const left = search.unreadable.filter((token) => !deposited.has(token.toLowerCase()))
  const unreadable: HexAddress[] = []
  let count = unlisted.length
  for (const token of left.map((text) => getAddress(text))) {
    const balanceBase = await balanceOf(place, { token, address: search.address })
    if (balanceBase === undefined) unreadable.push(token)
    if (!balanceBase || count >= maxContracts) continue
    count += 1
    const tokens = [{ tokenAddress: token, balanceBase }]
    await record(deps, search, { tokens, toBlock: place.range.toBlock })
  }
  const contracts = new Set([...deposited, ...left.map((token) => token.toLowerCase())])
  return { count, contracts, unreadable }
}

/** Undefined if the contract can't be read. */
function balanceOf(
  { client, range }: Place,
  { token, address }: { token: HexAddress; address: string },
): Promise<bigint | undefined> {
  const question = { token, address: getAddress(address), toBlock: range.toBlock }
  return readChain(client, () => unlistedBalance(client, question))
}

async function noteDeposit(
  { table, now }: UnlistedDeps,
  place: Place,
  before: UnmatchedDeposit,
): Promise<void> {
  const { toBlock: readAtBlock } = place.range
  const token = getAddress(String(before.tokenAddress))
  const amountBase = await balanceOf(place, { token, address: before.address })
  if (amountBase === undefined || amountBase === before.amountBase) return
  if (before.readAtBlock > readAtBlock) return
  const read = { amountBase, readAtBlock, seenAt: now() }
  const deposit = { ...before, ...read, version: before.version + 1 }
  await transact(table, [unmatchedDepositWrite(deposit, before.version)])
}

async function record(
  { table, now }: UnlistedDeps,
  { mode, sessionId, address, chainId }: UnlistedSearch,
  { tokens, toBlock }: Pick<UnlistedFound, 'tokens'> & { toBlock: bigint },
): Promise<void> {
  for (const { tokenAddress, balanceBase: amountBase } of tokens) {
    const asset = { chainId, tokenAddress, symbol: 'unlisted', decimals: 0 }
    const undecided = { acceptedBase: 0n, dismissedBase: 0n, promisedBase: 0n }
    const seen = { reason: 'unlisted', version: 1, readAtBlock: toBlock, seenAt: now() } as const
    const deposit = { mode, sessionId, address, ...asset, ...undecided, ...seen, amountBase }
    // A concurrent writer has read the same.
    await transact(table, [unmatchedDepositWrite(deposit, 0)])
  }
}
