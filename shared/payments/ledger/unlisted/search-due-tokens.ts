import { blockAtOrAfter } from '../../../chain/blocks/block-at-or-after.ts'
import { readConfirmedBlock } from '../../../chain/blocks/read-confirmed-block.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import type { AskChain } from '../../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { eachAtOnce } from '../../../kernel/each-at-once.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { UnreadableRow } from '../../../kernel/store/unreadable-rows.ts'
import {
  repeated,
  searchGroups,
  type UnlistedSearch,
  unfinishedSearch,
} from '../rules/unlisted-search.ts'
import { dueUnlistedSearches, saveUnlistedSearch } from '../store/unlisted-searches.ts'
import { searchUnlistedTokens, type UnlistedDeps } from './search-unlisted-tokens.ts'

export type SearchDueDeps = UnlistedDeps & {
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

export type SearchReport = {
  searched: number
  /** An `UnreadableRow` for each search that this version can't read, and an error for each that failed. */
  failures: unknown[]
}

/** Maximum searches of one run; the others are due in the next one, a minute later. */
const searchesOfRun = 2000
const savesAtOnce = 20

type Options = { mode: Mode; forMs?: number }

/**
 * Searches for unlisted tokens wherever it is due, many addresses at a time. What could not be finished stays due, and
 * chains don't wait for each other.
 */
export async function searchDueTokens(
  deps: SearchDueDeps,
  { mode, forMs = 20_000 }: Options,
): Promise<SearchReport> {
  const now = deps.now()
  const report: SearchReport = { searched: 0, failures: [] }
  const onUnreadable = (row: UnreadableRow) => void report.failures.push(row)
  const limits = { now, limit: searchesOfRun, onUnreadable }
  const due = await dueUnlistedSearches(deps.table, mode, limits)
  if (due.length === 0) return report
  const isOver = () => deps.now().getTime() >= now.getTime() + forMs
  const byChain = Map.groupBy(due, ({ chainId }) => chainId)
  const clients = await deps.chains(mode)
  const enabled = new Set(clients.map(({ chain }) => chain.chainId))
  const removed = due.filter(({ chainId }) => !enabled.has(chainId))
  await postpone(deps, removed)
  await Promise.all(
    clients.map((client) => {
      const searches = byChain.get(client.chain.chainId) ?? []
      return searchChain({ deps, client, report, isOver }, searches)
    }),
  )
  return report
}

type Run = {
  deps: SearchDueDeps
  client: ChainClient
  report: SearchReport
  isOver: () => boolean
}

async function searchChain(run: Run, searches: readonly UnlistedSearch[]): Promise<void> {
  const { deps, client, report, isOver } = run
  if (searches.length === 0) return
  const left = new Set(searches)
  try {
    const { toBlock, started } = await deps.ask(client, (limited) =>
      startSearches(deps, limited, searches),
    )
    for (const group of searchGroups(started, client.chain.blockTimeMs)) {
      if (isOver()) return
      const own = group.map(({ search }) => search)
      const fromBlock = group[0]?.from ?? toBlock
      await searchGroup(run, own, { fromBlock, toBlock })
      for (const search of own) left.delete(search)
      report.searched += own.length
    }
  } catch (error) {
    report.failures.push(error)
    await postpone(deps, left)
  }
}

function postpone(
  { table, now }: SearchDueDeps,
  searches: Iterable<UnlistedSearch>,
): Promise<void> {
  return eachAtOnce(searches, savesAtOnce, (search) =>
    saveUnlistedSearch(table, repeated(search, now()), search),
  )
}

type Starting = { search: UnlistedSearch; from: bigint }

/** The newest confirmed block, and where each search starts: the first ones with the oldest session of their hour. */
async function startSearches(
  { now }: SearchDueDeps,
  client: ChainClient,
  searches: readonly UnlistedSearch[],
): Promise<{ toBlock: bigint; started: Starting[] }> {
  const { number: toBlock } = await readConfirmedBlock(client, { now: now() })
  const byHour = Map.groupBy(searches, ({ nextBlock, createdAt }) =>
    nextBlock === null ? createdAt.toISOString().slice(0, 13) : '',
  )
  const started: Starting[] = []
  for (const [hour, group] of byHour) {
    const first = group.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
    const from = hour && first ? await blockAtOrAfter(client, first.createdAt, toBlock) : 0n
    started.push(...group.map((search) => ({ search, from: search.nextBlock ?? from })))
  }
  return { toBlock, started }
}

/** If only this group fails, and not the chain, its addresses are next searched one by one. Throws `ChainUnavailable`. */
async function searchGroup(
  { deps, client, report }: Run,
  searches: readonly UnlistedSearch[],
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<void> {
  try {
    await deps.ask(client, (limited) => searchUnlistedTokens(deps, limited, { searches, ...range }))
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    await deps.ask(client, (limited) => readConfirmedBlock(limited, { now: deps.now() }))
    report.failures.push(error)
    const tried = { now: deps.now(), together: searches.length }
    await eachAtOnce(searches, savesAtOnce, (search) =>
      saveUnlistedSearch(deps.table, unfinishedSearch(search, tried), search),
    )
  }
}
