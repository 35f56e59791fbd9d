import { getBlockNumber, getTransactionCount } from 'viem/actions'
import type { AskChain } from '../chain/ask-chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { readChain } from '../chain/read-chain.ts'
import { throughNodes } from '../chain/through-nodes.ts'
import { touchedAddresses } from '../chain/touched-addresses.ts'
import type { Mode } from '../kernel/mode.ts'
import { larger, smaller } from '../kernel/money.ts'
import type { Table } from '../kernel/store/table.ts'
import { unlessUnreadable } from '../kernel/store/unreadable-rows.ts'
import type { Sweep } from '../sweeps/rules/sweep.ts'
import { loadSweep } from '../sweeps/store/sweeps.ts'
import { findDepartures } from './chain/find-departures.ts'
import { type Balances, readBalances } from './chain/read-balances.ts'
import { readTransaction, type ShownTransaction } from './chain/read-transaction.ts'
import { readPayouts } from './read-payouts.ts'
import { readSaid, type Said } from './read-said.ts'
import { compareBooks, type SaidBooks } from './rules/compare-books.ts'
import type { Difference } from './rules/difference.ts'

/** A session whose books are compared with a chain. */
export type Subject = {
  sessionId: string
  address: string
  /** Whether the service says that its address never had anything, so that nothing else of it is read unless the chain says otherwise. */
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
  /** Called with what keeps a single address from being read: a row, or a response of the node. */
  onFailure: (error: Error) => void
  /** Whether the run has to end, so that nothing more is read. */
  isLate: () => boolean
}

/** What was found of an address. */
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
  /** Sweeps that are at hand, by session: those whose records may be missing. */
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
  const known = await Promise.all(
    subjects.map((subject) =>
      subject.isEmpty ? nothingSaid(subject) : loadSaid(services, chain, { subject, sweeps }),
    ),
  )
  const block = await blockToRead(services, chain, known)
  const read = <Result>(work: (client: ChainClient) => Promise<Result>) =>
    services.ask(chain.client, (client) => readChain(client, () => work(client)))
  const balances = await read((client) =>
    readBalances(
      client,
      known.map(({ subject }) => subject.address),
      block,
    ),
  )
  const empty = subjects.filter(({ isEmpty }) => isEmpty).map(({ address }) => address)
  // One call for all of them shows who has sent a transaction.
  const touched = new Set(await read((client) => touchedAddresses(client, empty)))
  const { chainId } = chain.client.chain
  const payouts = await readPayouts(services.table, chain.mode, chainId)
  const outcomes: Outcome[] = []
  for (let start = 0; start < known.length; start += atOnce) {
    if (services.isLate()) throw new ChainUnavailable(chainId, 'its nodes are slow')
    const some = known.slice(start, start + atOnce)
    const done = some.map((each, index) => {
      const held = balances[start + index] ?? new Map()
      const reading = { each, block, held, touched, payouts, read, sweeps }
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
  /** Of those that are said to be empty, which hold coin or have sent a transaction. */
  touched: ReadonlySet<string>
  payouts: ReadonlySet<string> | null
  read: <Result>(work: (client: ChainClient) => Promise<Result>) => Promise<Result>
  sweeps: BySession
}

async function outcomeOf(
  services: AuditServices,
  chain: BookChain,
  { each, block, held, touched, payouts, read, sweeps: atHand }: Reading,
): Promise<Outcome> {
  const { subject } = each
  if (subject.isEmpty) {
    const holdsNothing = [...held.values()].every((amount) => amount === 0n)
    if (holdsNothing && !touched.has(subject.address)) {
      return { ...subject, status: 'compared', differences: [] }
    }
    const known = await loadSaid(services, chain, { subject, sweeps: atHand })
    const filled = { ...known, subject: { ...subject, isEmpty: false } }
    const reading = { each: filled, block, held, touched, payouts, read, sweeps: atHand }
    return outcomeOf(services, chain, reading)
  }
  const { said, sweeps, isUnread } = each
  if (isUnread) return { ...subject, status: 'unread', differences: [] }
  if (!said?.closedAt) return { ...subject, status: 'open', differences: [] }
  if (said.isMoving && !subject.isOverdue) return { ...subject, status: 'moving', differences: [] }
  const books = said.books(sweeps)
  const nonce = await read(({ node }) =>
    getTransactionCount(node, { address: hexOf(said.address), blockNumber: block }),
  )
  const transactions = await readAll(read, hashesOf(books, subject))
  const shown = { balances: held, nonce, transactions }
  const found = compareBooks({ said: books, shown, payouts })
  const differences = found.some(mayHaveLeft)
    ? await withDepartures(services, { said, books, shown, block, payouts, read, chain })
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

type Departing = Pick<Reading, 'block' | 'payouts' | 'read'> & {
  said: Said
  books: ReturnType<Said['books']>
  shown: Parameters<typeof compareBooks>[0]['shown']
  chain: BookChain
}

/** The same differences, with the transactions in which money left that no sweep names. */
async function withDepartures(
  { now }: AuditServices,
  { said, books, shown, block, payouts, read, chain }: Departing,
): Promise<Difference[]> {
  const { address, createdAt } = said
  const ageMs = now().getTime() - createdAt.getTime()
  const range = { fromBlock: blockBefore(chain, block, ageMs), toBlock: block }
  const hashes = await read((limited) => findDepartures(limited, { address, ...range }))
  const found = await readAll(read, new Set([...shown.transactions.keys(), ...hashes]))
  return compareBooks({ said: books, shown: { ...shown, transactions: found }, payouts })
}

/** No later than the block of that age: no chain is faster than twice its usual speed for long. */
function blockBefore({ client: { chain } }: BookChain, block: bigint, ageMs: number): bigint {
  const blocks = BigInt(Math.ceil((2 * Math.max(0, ageMs)) / chain.blockTimeMs)) + 1000n
  return block - smaller(block, blocks)
}

async function readAll(
  read: Reading['read'],
  hashes: ReadonlySet<string>,
): Promise<Map<string, ShownTransaction>> {
  const found = new Map<string, ShownTransaction>()
  for (const hash of hashes) {
    const transaction = await read(({ node }) => readTransaction(node, hash))
    if (transaction) found.set(hash, transaction)
  }
  return found
}

function hexOf(address: string): `0x${string}` {
  return `0x${address.slice(2)}`
}
