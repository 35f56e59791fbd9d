import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { NotAgreed } from '../chain/confirmed-reading.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { readBlock } from '../chain/read-block.ts'
import { loadCheckoutSession } from '../checkout-sessions/store/sessions.ts'
import { eachAtOnce } from '../kernel/each-at-once.ts'
import type { Mode } from '../kernel/mode.ts'
import { confirmationsOf } from '../settings/rules/confirmations-of.ts'
import {
  type CheckClosedSessionDeps,
  checkOnChain,
  type Held,
  heldOf,
  readClosed,
} from './check-closed-session.ts'
import { BeingSwept } from './note-holdings.ts'
import { isUnsettled, retryClosedAt } from './rules/closed-tiers.ts'
import {
  type CheckedAddress,
  isJustClosed,
  searchUnlisted,
  unlistedDueAt,
} from './search-unlisted.ts'
import { type ClosedAddress, saveFailing, saveHeld } from './store/closed-addresses.ts'

type Page = { mode: Mode; client: ChainClient; rows: readonly ClosedAddress[] }

/** How many of the rows are done, counted from the first, and the errors. */
type PageReport = { done: number; failures: readonly unknown[] }

const checksAtOnce = 5

/** The chain stopped responding while addresses were checked. */
class ChainSilent extends ChainUnavailable {
  constructor(chainId: number, cause: unknown) {
    super(chainId, 'it stopped responding between two checks', { cause })
  }
}

/**
 * Compares what the addresses of a page hold on a chain with what they held, and checks those that changed. An address
 * that can't be checked is done until its next retry. If the chain stops responding, the rows from there on are not
 * done.
 */
export async function scanClosedPage(
  deps: CheckClosedSessionDeps,
  page: Page,
  { isOver }: { isOver: () => boolean },
): Promise<PageReport> {
  const { client, rows } = page
  const scan: Scan = { deps, page, isOver, failures: [], checked: [], left: new Set(rows) }
  try {
    const read = await readHeld(deps, page)
    scan.failures.push(...read.problems)
    await eachAtOnce(rows.entries(), checksAtOnce, ([index, row]) =>
      scanRow(scan, row, read.held[index] ?? {}),
    )
    const due = scan.checked.filter(unlistedDueAt(deps.now()))
    await searchWithin(deps, client, { due, isOver })
  } catch (error) {
    scan.failures.push(error)
  }
  const firstLeft = rows.findIndex((row) => scan.left.has(row))
  return { done: firstLeft < 0 ? rows.length : firstLeft, failures: scan.failures }
}

type Scan = {
  deps: CheckClosedSessionDeps
  page: Page
  isOver: () => boolean
  failures: unknown[]
  checked: CheckedAddress[]
  /** Rows that are not done. */
  left: Set<ClosedAddress>
}

async function scanRow(scan: Scan, row: ClosedAddress, held: Held): Promise<void> {
  const { deps, page, isOver, failures, left } = scan
  const { chainId } = page.client.chain
  if (needsCheck(row, { held, chainId, now: deps.now() })) {
    if (isOver() || failures.some((error) => error instanceof ChainSilent)) return
    const { checked, error } = await checkRow(deps, { ...page, row, held })
    if (checked) scan.checked.push(checked)
    if (error !== undefined) failures.push(error)
    if (error instanceof ChainSilent) return
  }
  left.delete(row)
}

/** What each address holds, in the order of the rows. Throws `ChainUnavailable`. */
async function readHeld(
  deps: CheckClosedSessionDeps,
  { mode, client, rows }: Page,
): Promise<{ held: Held[]; problems: unknown[] }> {
  const addresses = rows.map(({ address }) => address)
  const confirmations = confirmationsOf(await deps.settings(mode), client.chain)
  const read = await deps.ask(client, (limited) =>
    readClosed(deps, limited, { addresses, confirmations }),
  )
  const { assets, readings, unreadable, disputed } = read
  const held = rows.map((_, index) =>
    heldOf(assets, readings.slice(index * assets.length, (index + 1) * assets.length)),
  )
  const { chainId } = client.chain
  return {
    held,
    problems: [...unreadable, ...(disputed ? [new NotAgreed(chainId, disputed)] : [])],
  }
}

type Reads = { held: Held; chainId: number; now: Date }

function needsCheck(row: ClosedAddress, { held, chainId, now }: Reads): boolean {
  const failing = row.failing[chainId]
  if (failing && failing.retryAt > now) return false
  const before = row.held[chainId] ?? {}
  if (Object.entries(held).some(([token, base]) => base !== (before[token] ?? 0n))) return true
  const hasMoney = Object.values(held).some((base) => base > 0n)
  if (hasMoney && !row.holdingsNoted.has(String(chainId))) return true
  const isOwn = row.chainId === chainId
  if (isOwn && isJustClosed(row.closedAt, now)) return true
  // A reorg may still move its money to other blocks without changing the balance.
  const isWatched = (isOwn && row.hadMoney) || hasMoney
  return isWatched && isUnsettled(row.closedAt, now)
}

type RowToCheck = { mode: Mode; client: ChainClient; row: ClosedAddress; held: Held }

type RowCheck = { checked?: CheckedAddress | undefined; error?: unknown }

async function checkRow(
  deps: CheckClosedSessionDeps,
  { mode, client, row, held: seen }: RowToCheck,
): Promise<RowCheck> {
  const { table, ask, now } = deps
  const { chainId } = client.chain
  try {
    const session = await loadCheckoutSession(table, mode, row.sessionId)
    if (!session) return {}
    const check = await ask(client, (limited) => checkOnChain(deps, session, limited))
    const { held, problems, checked } = check
    const [lost] = problems
    if (lost && Object.keys(seen).some((token) => !(token in held))) throw lost
    await noteHeld(deps, row, { chainId, held })
    return { checked }
  } catch (error) {
    // The next round sees the difference again.
    if (error instanceof BeingSwept) return {}
    // If the chain still responds, only this address's request failed.
    if (!(await isReached(deps, client))) return { error: new ChainSilent(chainId, error) }
    const count = (row.failing[chainId]?.count ?? 0) + 1
    await saveFailing(table, row, { chainId, count, retryAt: retryClosedAt(count, now()) })
    return { error }
  }
}

type Due = { due: readonly CheckedAddress[]; isOver: () => boolean }

/** Searches within the chain's time limit. Whatever is left is logged, and can be searched on demand. */
async function searchWithin(
  deps: CheckClosedSessionDeps,
  client: ChainClient,
  { due, isOver }: Due,
): Promise<void> {
  if (due.length === 0) return
  const { chainId } = client.chain
  if (!isOver()) return deps.ask(client, () => searchUnlisted(deps, due))
  const error = new Error('no time was left to search')
  for (const { session } of due) deps.onUnsearched?.(session, chainId, error)
}

function isReached({ ask }: CheckClosedSessionDeps, client: ChainClient): Promise<boolean> {
  return ask(client, ({ node }) => readBlock(node)).then(
    () => true,
    () => false,
  )
}

/** Assets that could not be read keep their recorded balance. */
async function noteHeld(
  { table }: CheckClosedSessionDeps,
  row: ClosedAddress,
  { chainId, held }: { chainId: number; held: Held },
): Promise<void> {
  const before = row.held[chainId] ?? {}
  const isSame = Object.entries(held).every(([token, base]) => base === (before[token] ?? 0n))
  const isNoted = row.holdingsNoted.has(String(chainId)) || Object.keys(before).length === 0
  if (isSame && isNoted && !row.failing[chainId]) return
  await saveHeld(table, row, { chainId, held: { ...before, ...held } })
}
