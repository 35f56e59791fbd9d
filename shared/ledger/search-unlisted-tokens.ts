import { getAddress } from 'viem'
import { blockAtOrAfter } from '../chain/block-at-or-after.ts'
import { findUnlistedTokens, unlistedBalance } from '../chain/find-unlisted-tokens.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import type { BlockRef } from '../chain/read-block.ts'
import { readChain } from '../chain/read-chain.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { larger } from '../kernel/money.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import type { UnmatchedDeposit } from './rules/unmatched-deposit.ts'
import { loadUnlistedSearches, saveUnlistedSearch } from './store/unlisted-searches.ts'
import { loadUnmatchedDeposits, unmatchedDepositWrite } from './store/unmatched-deposits.ts'

export type UnlistedDeps = { table: Table; now: () => Date }

const maxContracts = 20
/** Blocks to search again, because they may have been reorged since. */
const overlapBlocks = 20n

type Place = { client: ChainClient; head: BlockRef }

/**
 * Searches a chain for tokens outside the registry at a closed session's address, from where the last search ended, and
 * records those that `balanceOf` confirms: at most 20 contracts per address. They emit no event and can't be accepted,
 * since anyone can create a token. Throws `ChainUnavailable`.
 */
export async function searchUnlistedTokens(
  deps: UnlistedDeps,
  session: CheckoutSession,
  place: Place,
): Promise<void> {
  const { mode, id: sessionId } = session
  const { client, head } = place
  const { chainId } = client.chain
  const address = getAddress(session.address)
  const all = await loadUnmatchedDeposits(deps.table, { mode, sessionId })
  const unlisted = all.filter(({ reason }) => reason === 'unlisted')
  const here = unlisted.filter((deposit) => deposit.chainId === chainId)
  for (const deposit of here) await noteAgain(deps, deposit, place)
  const { tokens, searchedTo } = await findUnlistedTokens(client, {
    address,
    fromBlock: await searchStart(deps.table, session, place),
    toBlock: head.number,
    room: maxContracts - unlisted.length,
    known: new Set(here.map(({ tokenAddress }) => String(tokenAddress).toLowerCase())),
  })
  for (const { tokenAddress, balanceBase: amountBase } of tokens) {
    const asset = { chainId, tokenAddress, symbol: 'unlisted', decimals: 0 }
    const undecided = { acceptedBase: 0n, dismissedBase: 0n, reason: 'unlisted' } as const
    const seen = { version: 1, readAtBlock: head.number, seenAt: deps.now() }
    const of = { mode, sessionId, address: session.address }
    const deposit = { ...of, ...asset, ...undecided, ...seen, amountBase }
    // A concurrent writer has read the same.
    await transact(deps.table, [unmatchedDepositWrite(deposit, 0)])
  }
  const isWhole = searchedTo === head.number
  const nextBlock = isWhole ? larger(searchedTo - overlapBlocks, 0n) : searchedTo + 1n
  const search = { chainId, throughBlock: larger(searchedTo, 0n), nextBlock }
  await saveUnlistedSearch(deps.table, { mode, sessionId }, search)
}

async function noteAgain(
  { table, now }: UnlistedDeps,
  before: UnmatchedDeposit,
  { client, head }: Place,
): Promise<void> {
  const token = getAddress(String(before.tokenAddress))
  const search = { token, address: getAddress(before.address), toBlock: head.number }
  const amountBase = await readChain(client, () => unlistedBalance(client, search))
  if (amountBase === before.amountBase || before.readAtBlock > head.number) return
  const read = { amountBase, readAtBlock: head.number, seenAt: now() }
  const deposit = { ...before, ...read, version: before.version + 1 }
  await transact(table, [unmatchedDepositWrite(deposit, before.version)])
}

async function searchStart(
  table: Table,
  { mode, id: sessionId, createdAt }: CheckoutSession,
  { client, head }: Place,
): Promise<bigint> {
  const searches = await loadUnlistedSearches(table, { mode, sessionId })
  const last = searches.find(({ chainId }) => chainId === client.chain.chainId)
  return last?.nextBlock ?? blockAtOrAfter(client, createdAt, head.number)
}
