import { getBlockNumber, getTransactionCount } from 'viem/actions'
import { touchedAddresses } from '../../chain/balances/touched-addresses.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import { throughNodes } from '../../chain/nodes/through-nodes.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readChain } from '../../chain/read-chain.ts'
import type { Mode } from '../../kernel/mode.ts'
import { larger } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import { unlessUnreadable } from '../../kernel/store/unreadable-rows.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { loadSweep } from '../../payments/holdings/store/sweeps.ts'
import { isWatchOnly } from '../../records/settings/store/instance.ts'
import { type Balances, readBalances } from './chain/read-balances.ts'
import { type Read, readTransactions, withDepartures } from './departures.ts'
import { readPayouts } from './read-payouts.ts'
import { readSaid, type Said } from './read-said.ts'
import { anyone, compareBooks, type Recipients, type SaidBooks } from './rules/compare-books.ts'
import type { Difference } from './rules/difference.ts'

/** A session whose books are compared with a chain. */
export type Subject = {
  sessionId: string
  address: string
  /**
   * Whether the address never had anything according to the service, so that nothing else of it is read unless the
   * chain says otherwise.
   */
  isEmpty: boolean
  /** Whether to compare them even while its money moves, because that takes too long. */
  isOverdue?: boolean
  /** Hashes of transactions that may be about it, whoever names them. */
  alsoRead?: readonly string[]
}

export type BookChain = { mode: Mode; client: ChainClient }

export type AuditServices = {
  table: Table
  now: () => Date
  ask: AskChain
  /**
   * Called with the error that keeps a single address from being read: an unreadable row, or a response of the node.
   */
  onFailure: (error: Error) => void
  /** Whether the run has to end, so that nothing more is read. */
  isLate: () => boolean
}

export type Outcome = Subject & {
  /**
   * `moving`: its money is being moved, or the node doesn't return all that is needed, so that nothing can be compared yet.
   * `open`: its session is not closed. `unread`: a row of it can't be read.
   */
  status: 'compared' | 'moving' | 'open' | 'unread'
  differences: readonly Difference[]
}

type Page = {
  subjects: readonly Subject[]
  /** Sweeps whose records may be missing, by session. */
  sweeps?: ReadonlyMap<string, readonly Sweep[]>
}

/**
 * Compares the books of sessions with their chain, through one node. What differs is read again through the others, as a
 * node may lie or lag, and only counts if the first of them to respond shows it as well. Throws `ChainUnavailable`.
 */
export async function auditAddresses(
  services: AuditServices,
  chain: BookChain,
  page: Page,
): Promise<Outcome[]> {
  const [first, ...others] = chain.client.nodes
  if (!first) throw new ChainUnavailable(chain.client.chain.chainId, 'it has no node')
  const through = (nodes: typeof chain.client.nodes) => ({
    ...chain,
    client: throughNodes(chain.client, nodes),
  })
  const outcomes = await auditThrough(services, through([first, ...others]), page)
  const differing = outcomes.filter(({ differences }) => differences.length > 0)
  if (differing.length === 0) return outcomes
  const again = { ...page, subjects: differing.map((one) => ({ ...one, isEmpty: false })) }
  const second = await auditThrough(services, through([...others, first]), again)
  const bySession = new Map(second.map((outcome) => [outcome.sessionId, outcome]))
  return outcomes.map((outcome) => bySession.get(outcome.sessionId) ?? outcome)
}

async function auditThrough(
  services: AuditServices,
  chain: BookChain,
  { subjects, sweeps = new Map() }: Page,
): Promise<Outcome[]> {
  const load = (subject: Subject) =>
    subject.isEmpty ? nothingSaid(subject) : loadSaid(services, chain, { subject, sweeps })
  const loaded = await Promise.all(subjects.map(load))
  const block = await blockToRead(services, chain, loaded)
  const read = <Result>(work: (client: ChainClient) => Promise<Result>) =>
    services.ask(chain.client, (client) => readChain(client, () => work(client)))
  const balances = await read((client) =>
    readBalances(
      client,
      subjects.map(({ address }) => address),
      block,
    ),
  )
  const empty = subjects.filter(({ isEmpty }) => isEmpty).map(({ address }) => address)
  // One call for all of them shows who has sent a transaction.
  const touched = new Set(await read((client) => touchedAddresses(client, empty)))
  const isWrong = ({ isEmpty, address }: Subject, index: number) =>
    isEmpty && (touched.has(address) || [...(balances[index]?.values() ?? [])].some(isPositive))
  const known = await Promise.all(
    loaded.map((each, index) =>
      isWrong(each.subject, index) ? load({ ...each.subject, isEmpty: false }) : each,
    ),
  )
  const { chainId } = chain.client.chain
  const isOwners = await isWatchOnly(services.table)
  const payouts = isOwners ? anyone : await readPayouts(services.table, chain.mode, chainId)
  const outcomes: Outcome[] = []
  for (let start = 0; start < known.length; start += atOnce) {
    if (services.isLate()) throw new ChainUnavailable(chainId, 'its nodes are slow')
    const some = known.slice(start, start + atOnce)
    const done = some.map((each, index) => {
      const held = balances[start + index] ?? new Map()
      const reading = { each, block, held, payouts, read }
      return unlessUnavailable(services, each.subject, () => outcomeOf(services, chain, reading))
    })
    outcomes.push(...(await Promise.all(done)))
  }
  return outcomes
}

/** Addresses whose transactions are read at the same time: payments must not wait for the node's quota. */
const atOnce = 4

/** One transaction that a node doesn't return must not keep all others from being compared. */
async function unlessUnavailable(
  { onFailure }: AuditServices,
  subject: Subject,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    onFailure(error)
    return { ...subject, status: 'moving', differences: [] }
  }
}

type Known = {
  subject: Subject
  /** Undefined if there is nothing, or if it can't be read. */
  said: Said | undefined
  sweeps: readonly Sweep[]
  isUnread?: true
}
type BySession = ReadonlyMap<string, readonly Sweep[]>

function nothingSaid(subject: Subject): Known {
  return { subject, said: undefined, sweeps: [] }
}

type Loading = { subject: Subject; sweeps: BySession }

async function loadSaid(
  services: AuditServices,
  chain: BookChain,
  loading: Loading,
): Promise<Known> {
  const load = () => loadReadable(services, chain, loading)
  const loaded = await unlessUnreadable(load, services.onFailure)
  return loaded ?? { ...nothingSaid(loading.subject), isUnread: true }
}

async function loadReadable(
  { table }: AuditServices,
  { mode, client }: BookChain,
  { subject, sweeps: atHand }: Loading,
): Promise<Known> {
  const { sessionId } = subject
  const { chainId } = client.chain
  const said = await readSaid(table, { mode, sessionId, chainId })
  const given = atHand.get(sessionId) ?? []
  const ids = new Set(given.map(({ id }) => id))
  const wanted = (said?.sweepIds ?? []).filter((id) => !ids.has(id))
  const loaded = await Promise.all(wanted.map((id) => loadSweep(table, mode, id)))
  return { subject, said, sweeps: [...given, ...loaded.flatMap((sweep) => sweep ?? [])] }
}

/** The newest confirmed block, or that which the service has read last: it may ask for fewer confirmations. */
async function blockToRead(
  { ask }: AuditServices,
  { client }: BookChain,
  known: readonly Known[],
): Promise<bigint> {
  const { confirmations } = client.chain
  const head = await ask(client, (limited) =>
    readChain(limited, () => getBlockNumber(limited.node, { cacheTime: 0 })),
  )
  const read = known.flatMap(({ said, sweeps }) => [
    said?.readAtBlock ?? 0n,
    ...sweeps.map(({ mined }) => mined?.blockNumber ?? 0n),
  ])
  const confirmed = head - BigInt(confirmations) + 1n
  // A node that lags is not asked alone, and a row that is forged must not keep others from being read.
  return read.filter((number) => number <= head).reduce(larger, larger(confirmed, 0n))
}

type Reading = {
  each: Known
  block: bigint
  held: Balances
  payouts: Recipients | null
  read: Read
}

async function outcomeOf(
  services: AuditServices,
  chain: BookChain,
  { each, block, held, payouts, read }: Reading,
): Promise<Outcome> {
  const { subject } = each
  if (subject.isEmpty) return { ...subject, status: 'compared', differences: [] }
  const { said, sweeps, isUnread } = each
  if (isUnread) return { ...subject, status: 'unread', differences: [] }
  if (!said?.closedAt) return { ...subject, status: 'open', differences: [] }
  if (said.isMoving && !subject.isOverdue) return { ...subject, status: 'moving', differences: [] }
  const books = said.books(sweeps)
  const nonce = await read(({ node }) =>
    getTransactionCount(node, { address: hexOf(said.address), blockNumber: block }),
  )
  const transactions = await readTransactions(read, hashesOf(books, subject))
  const shown = { balances: held, nonce, transactions }
  const found = compareBooks({ said: books, shown, payouts })
  const at = { chain: chain.client.chain, now: services.now() }
  const differences = found.some(mayHaveLeft)
    ? await withDepartures(at, { said, books, shown, block, payouts, read })
    : found
  if (differences.length === 0) return { ...subject, status: 'compared', differences }
  const { mode, client } = chain
  const of = { mode, sessionId: subject.sessionId, chainId: client.chain.chainId }
  const after = await readSaid(services.table, of)
  const status = after?.state === said.state ? 'compared' : 'moving'
  return { ...subject, status, differences: status === 'compared' ? differences : [] }
}

function hashesOf({ named }: SaidBooks, { alsoRead = [] }: Subject): ReadonlySet<string> {
  return new Set([...named, ...alsoRead])
}

/** Whether something may have left the address that no sweep names. */
function mayHaveLeft({ kind, said, shown }: Difference): boolean {
  return (kind === 'received' && shown < said) || kind === 'nonce' || kind === 'sweep'
}

function isPositive(amount: bigint): boolean {
  return amount > 0n
}

function hexOf(address: string): `0x${string}` {
  return `0x${address.slice(2)}`
}
