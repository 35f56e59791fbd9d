import * as z from 'zod'
import { chainById } from '../chain/chains.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { timestamp } from '../kernel/wire/primitives.ts'
import { listNetworkOffers } from '../networks/store/networks.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { presentFinding, shownFinding } from './present-finding.ts'
import type { Audited, BookRounds } from './rules/round.ts'
import { roundKinds } from './rules/round.ts'
import { loadFindings } from './store/book-findings.ts'
import { loadBookOrder, loadRounds } from './store/book-rounds.ts'

const period = { from: timestamp, to: timestamp, startedAt: timestamp, audited: z.int() }

const audited = z.object({ ...period, finishedAt: timestamp })

const chainBooks = z.object({
  chainId: z.int(),
  chain: z.string(),
  /** The last round over what moved or closed; null before the first has ended. */
  daily: audited.nullable(),
  /** The last round that an operator ordered. */
  ordered: audited.nullable(),
  underWay: z.object({ kind: z.enum(roundKinds), ...period }).nullable(),
  /** Why it can't continue. */
  problem: z.string().nullable(),
  /** How many addresses have books that differ, and the first hundred. */
  differing: z.int(),
  findings: z.array(shownFinding),
})

const books = z.object({
  mode: z.enum(modes),
  /** When an operator last ordered a round. */
  orderedAt: timestamp.nullable(),
  chains: z.array(chainBooks),
})

export type Books = z.infer<typeof books>

export const showBooks = operatorOperation({
  name: 'show-books',
  role: 'viewer',
  command: 'books',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: books,
  touches: { table: 'read' },
  docs: {
    summary: 'Show whether the books agree with the chains, and each address where they do not',
  },
})

const mostShown = 100

export async function runShowBooks(
  { table }: { table: Table },
  { input: { mode } }: OperatorInputOf<typeof showBooks>,
): Promise<Decision<Books>> {
  const [offers, rounds, order] = await Promise.all([
    listNetworkOffers(table, mode),
    loadRounds(table, mode),
    loadBookOrder(table, mode),
  ])
  const enabled = offers.filter(({ status }) => status !== 'unverified')
  const chains = enabled.map(({ chainId }) =>
    presentChain(table, mode, { chainId, rounds: rounds.find((one) => one.chainId === chainId) }),
  )
  const orderedAt = order?.requestedAt.toISOString() ?? null
  return { result: { mode, orderedAt, chains: await Promise.all(chains) } }
}

async function presentChain(
  table: Table,
  mode: Mode,
  { chainId, rounds }: { chainId: number; rounds: BookRounds | undefined },
): Promise<z.infer<typeof chainBooks>> {
  const findings = await loadFindings(table, { mode, chainId, limit: 1000 })
  const reported = findings.filter(({ reportedAt }) => reportedAt !== null)
  const { daily = null, ordered = null, round = null, problem = null } = rounds ?? {}
  return {
    ...{ chainId, chain: chainById(chainId)?.name ?? String(chainId), problem },
    daily: daily && presentAudited(daily),
    ordered: ordered && presentAudited(ordered),
    underWay: round && { kind: round.kind, ...presentPeriod(round) },
    differing: reported.length,
    findings: reported.slice(0, mostShown).map(presentFinding),
  }
}

function presentAudited({ finishedAt, ...of }: Audited): z.infer<typeof audited> {
  return { ...presentPeriod(of), finishedAt: finishedAt.toISOString() }
}

function presentPeriod({ from, to, startedAt, audited: count }: Omit<Audited, 'finishedAt'>) {
  return {
    ...{ from: from.toISOString(), to: to.toISOString(), startedAt: startedAt.toISOString() },
    audited: count,
  }
}
