import { setTimeout } from 'node:timers/promises'
import { differenceText } from '../../shared/admin/health/rules/book-health.ts'
import { acknowledgeDifference } from '../../shared/money/books/acknowledge-difference.ts'
import { orderBookAudit } from '../../shared/money/books/order-book-audit.ts'
import { type Books, showBooks } from '../../shared/money/books/show-books.ts'
import type { CallOperator } from './call-operator.ts'
import { type Command, commandOf, type Outcome } from './command.ts'
import { OperateError } from './operate-error.ts'

const orderCommand = commandOf(orderBookAudit)

const acknowledgeCommand = commandOf(acknowledgeDifference, {
  text: ({ address, acknowledged }) =>
    acknowledged
      ? `${address}: acknowledged. You are notified again if anything of the difference changes.`
      : `${address}: it is reported again.`,
})

const showCommand = commandOf(showBooks, { text: booksText })

export const bookCommands: readonly Command[] = [
  showCommand,
  acknowledgeCommand,
  {
    ...orderCommand,
    run: async (call, args) => {
      const { data } = await orderCommand.run(call, args)
      return audited(call, orderBookAudit.success.schema.parse(data))
    },
  },
]

const pollMs = 2_000
const deadlineMs = 3_600_000

/** Waits until every chain was compared. Throws an `OperateError` if books differ. */
async function audited(
  call: CallOperator,
  { mode, requestedAt }: { mode: Books['mode']; requestedAt: string },
): Promise<Outcome> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const isDone = ({ ordered }: Books['chains'][number]) =>
    ordered !== null && ordered.startedAt >= requestedAt
  // A problem of a round before may be over.
  const isStuck = ({ problem, underWay }: Books['chains'][number]) =>
    problem !== null && underWay !== null && underWay.startedAt >= requestedAt
  for (;;) {
    const books = await call(showBooks, { mode })
    const failing = books.chains.find((chain) => !isDone(chain) && isStuck(chain))
    if (deadline.aborted || failing) {
      const why = failing ? `${failing.chain}: ${failing.problem}` : 'It takes more than an hour.'
      throw new OperateError(
        `${why} It is continued every five minutes. To see it: npm run operate -- books --mode ${mode}`,
      )
    }
    if (books.chains.every(isDone)) {
      const text = auditText(books)
      if (books.chains.some(({ differing }) => differing > 0)) throw new OperateError(text)
      return { data: books, text }
    }
    await setTimeout(pollMs)
  }
}

function auditText({ chains }: Books): string {
  if (chains.length === 0) return 'There is no network yet, so there is nothing to compare.'
  return chains.map((chain) => [orderedText(chain), ...findingLines(chain)].join('\n')).join('\n')
}

function orderedText({ chain, ordered, differing }: Books['chains'][number]): string {
  const read = `${ordered?.audited ?? 0} addresses read`
  return differing === 0
    ? `${chain}: the books agree with the chain (${read}).`
    : `${chain}: the books of ${addresses(differing)} differ from the chain (${read}).`
}

export function booksText({ chains }: Books): string {
  if (chains.length === 0) return 'There is no network yet, so there is nothing to compare.'
  return chains.map((chain) => [chainText(chain), ...findingLines(chain)].join('\n')).join('\n')
}

function chainText(of: Books['chains'][number]): string {
  const { chain, daily, underWay, problem, differing, acknowledged } = of
  const agreement =
    differing > 0
      ? `the books of ${addresses(differing)} differ from the chain`
      : 'no difference is known'
  const last = daily ? `last compared at ${daily.finishedAt}` : 'not compared yet'
  return [
    `${chain}: ${agreement}, ${last}.`,
    ...(acknowledged > 0 ? [`Acknowledged: ${addresses(acknowledged)}.`] : []),
    ...(underWay ? [`${underWay.audited} addresses read of the round under way.`] : []),
    ...(problem === null ? [] : [`It can't continue now: ${problem}.`]),
  ].join(' ')
}

function findingLines({ findings, differing, ...of }: Books['chains'][number]): string[] {
  const lines = findings.flatMap(({ id, sessionId, address, differences, acknowledged }) => [
    `  ${address} of ${sessionId} (${id})`,
    ...(acknowledged ? [`    acknowledged: ${acknowledged.note}`] : []),
    ...differences.map(
      (one) => `    ${differenceText({ ...one, txHash: one.explorerUrl ?? one.txHash })}`,
    ),
  ])
  const more = differing + of.acknowledged - findings.length
  return more > 0 ? [...lines, `  … and ${addresses(more)} more`] : lines
}

function addresses(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`
}
