import { NotAgreed } from '../../../chain/balances/confirmed-reading.ts'
import { readBlock } from '../../../chain/blocks/read-block.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { eachAtOnce } from '../../../kernel/each-at-once.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { confirmationsOf } from '../../../records/settings/rules/confirmations-of.ts'
import { loadCheckoutSession } from '../../checkout-sessions/store/sessions.ts'
import { BeingSwept } from '../holdings/note-holdings.ts'
import { isUnsettled, retryClosedAt } from '../rules/closed-tiers.ts'
import { type ClosedAddress, saveFailing, saveHeld } from '../store/closed-addresses.ts'
import { unlistedSearchDue } from '../store/unlisted-searches.ts'
import {
  type CheckClosedSessionDeps,
  checkOnChain,
  type Held,
  heldOf,
  readClosed,
} from './check-closed-session.ts'

type Page = { mode: Mode; client: ChainClient; rows: readonly ClosedAddress[] }

/** The number of rows that are done, counted from the first, and the errors. */
type PageReport = { done: number; failures: readonly unknown[] }

const checksAtOnce = 5

/** The chain stopped responding while addresses were checked. */
class ChainSilent extends ChainUnavailable {
  constructor(chainId: number, cause: unknown) {
    super(chainId, 'it stopped responding between two checks', { cause })
  }
}

/**
 * Compares the current balances of the addresses of a page on a chain with the recorded ones, and checks addresses that
 * changed. An address that can't be checked is done until its next retry. If the chain stops responding, the rows from
 * there on are not done.
 */
export async function scanClosedPage(
  deps: CheckClosedSessionDeps,
  page: Page,
  { isOver }: { isOver: () => boolean },
): Promise<PageReport> {
  const { rows } = page
  const scan: Scan = { deps, page, isOver, failures: [], left: new Set(rows) }
  try {
    const read = await readHeld(deps, page)
    scan.failures.push(...read.problems)
    await eachAtOnce(rows.entries(), checksAtOnce, ([index, row]) =>
      scanRow(scan, row, read.held[index] ?? {}),
    )
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
  /** Rows that are not done. */
  left: Set<ClosedAddress>
}

async function scanRow(scan: Scan, row: ClosedAddress, held: Held): Promise<void> {
  const { deps, page, isOver, failures, left } = scan
  const { chainId } = page.client.chain
  if (needsCheck(row, { held, chainId, now: deps.now() })) {
    if (isOver() || failures.some((error) => error instanceof ChainSilent)) return
    const error = await checkRow(deps, { ...page, row, held })
    if (error !== undefined) failures.push(error)
    if (error instanceof ChainSilent) return
  }
  left.delete(row)
}

/** The balances of each address, in the order of the rows. Throws `ChainUnavailable`. */
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
  if (!isSame(before, held)) return true
  const hasMoney = Object.values(held).some((base) => base > 0n)
  if (hasMoney && !row.holdingsNoted.has(String(chainId))) return true
  // A reorg may still move its money to other blocks without changing the balance.
  const isWatched = (row.chainId === chainId && row.hadMoney) || hasMoney
  return isWatched && isUnsettled(row.closedAt, now)
}

/** Whether none of the readings changed. */
function isSame(before: Held, held: Held): boolean {
  return Object.entries(held).every(([token, base]) => base === (before[token] ?? 0n))
}

type RowToCheck = { mode: Mode; client: ChainClient; row: ClosedAddress; held: Held }

/** The error if the address could not be checked; undefined if it was. */
async function checkRow(
  deps: CheckClosedSessionDeps,
  { mode, client, row, held: seen }: RowToCheck,
): Promise<unknown> {
  const { table, ask, now } = deps
  const { chainId } = client.chain
  try {
    const session = await loadCheckoutSession(table, mode, row.sessionId)
    if (!session) return undefined
    const check = await ask(client, (limited) => checkOnChain(deps, session, limited))
    const { held, problems, isChanged } = check
    const [lost] = problems
    if (lost && Object.keys(seen).some((token) => !(token in held))) throw lost
    // Before the balance is saved, so that a crash repeats it.
    if (isChanged || !isSame(row.held[chainId] ?? {}, held)) {
      await transact(table, [unlistedSearchDue(session, chainId, now())])
    }
    await noteHeld(deps, row, { chainId, held })
    return undefined
  } catch (error) {
    // The next round sees the difference again.
    if (error instanceof BeingSwept) return undefined
    // If the chain still responds, only this address's request failed.
    if (!(await isReached(deps, client))) return new ChainSilent(chainId, error)
    const count = (row.failing[chainId]?.count ?? 0) + 1
    await saveFailing(table, row, { chainId, count, retryAt: retryClosedAt(count, now()) })
    return error
  }
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
  const isNoted = row.holdingsNoted.has(String(chainId)) || Object.keys(before).length === 0
  if (isSame(before, held) && isNoted && !row.failing[chainId]) return
  await saveHeld(table, row, { chainId, held: { ...before, ...held } })
}
