import * as z from 'zod'
import { chainName } from '../../chain/chains.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'
import { listNetworkOffers } from '../../payments/networks/store/networks.ts'
import { mostKept } from './keep-findings.ts'
import { presentFinding, shownFinding } from './present-finding.ts'
import { type Acknowledgment, openFindings } from './rules/acknowledgment.ts'
import { type Finding, findingId } from './rules/difference.ts'
import type { Audited, BookRounds } from './rules/round.ts'
import { roundKinds } from './rules/round.ts'
import { loadAcknowledgments } from './store/book-acknowledgments.ts'
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
  /** The number of addresses with differing books, apart from those that the owner acknowledged. */
  differing: z.int(),
  acknowledged: z.int(),
  /** The first hundred; acknowledged ones come last. */
  findings: z.array(shownFinding),
})

type ChainOfBooks = z.infer<typeof chainBooks>

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
  async run({ table }, { input: { mode } }) {
    const [offers, rounds, order, acknowledgments] = await Promise.all([
      listNetworkOffers(table, mode),
      loadRounds(table, mode),
      loadBookOrder(table, mode),
      loadAcknowledgments(table, mode),
    ])
    const enabled = offers.filter(({ status }) => status !== 'unverified')
    const chains = enabled.map(async ({ chainId }) => {
      const findings = await loadFindings(table, { mode, chainId, limit: mostKept })
      const ofChain = rounds.find((one) => one.chainId === chainId)
      return presentChain({ chainId, rounds: ofChain, findings, acknowledgments })
    })
    const orderedAt = order?.requestedAt.toISOString() ?? null
    return { result: { mode, orderedAt, chains: await Promise.all(chains) } }
  },
})

const mostShown = 100

type Known = {
  chainId: number
  rounds: BookRounds | undefined
  findings: readonly Finding[]
  acknowledgments: readonly Acknowledgment[]
}

function presentChain({ chainId, rounds, findings, acknowledgments }: Known): ChainOfBooks {
  const open = openFindings(findings, acknowledgments)
  const reported = findings.filter(({ reportedAt }) => reportedAt !== null)
  const acknowledged = reported.filter((finding) => !open.includes(finding))
  const of = (finding: Finding) =>
    acknowledgments.find((one) => one.findingId === findingId(finding))
  const { daily = null, ordered = null, round = null, problem = null } = rounds ?? {}
  return {
    chainId,
    chain: chainName(chainId),
    problem,
    daily: daily && presentAudited(daily),
    ordered: ordered && presentAudited(ordered),
    underWay: round && { kind: round.kind, ...presentPeriod(round) },
    differing: open.length,
    acknowledged: acknowledged.length,
    findings: [...open, ...acknowledged]
      .slice(0, mostShown)
      .map((finding) => presentFinding(finding, of(finding))),
  }
}

function presentAudited({ finishedAt, ...of }: Audited): z.infer<typeof audited> {
  return { ...presentPeriod(of), finishedAt: finishedAt.toISOString() }
}

function presentPeriod({ from, to, startedAt, audited: count }: Omit<Audited, 'finishedAt'>) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    startedAt: startedAt.toISOString(),
    audited: count,
  }
}
