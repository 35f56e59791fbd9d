/**
 * The real world around one session, in a model of its own: who pays what and when, what the chain confirms or takes
 * back, what nodes report, and what providers and operators do. It shares nothing with the rules that are checked by it.
 */

/** Seconds after the creation of the session, which expires after 300 and takes late money until 900. */
const moments = [10, 75, 310, 1000, 4700, 90_000] as const
const [expiresAfter, lateAfter] = [300, 900] as const

export const asked = 10n

const amounts = [4n, 9n, 10n, 12n] as const

type Payment = { amount: bigint; at: number; isConfirmed: boolean }

export type World = {
  /** Index of the present moment. */
  moment: number
  payments: readonly Payment[]
  /** Whether a provider's payment came that paid nothing. */
  providerLeft: boolean
  /** When the merchant expired the session, in seconds after its creation; null if not. */
  endedAt: number | null
}

export const newWorld: World = { moment: 0, payments: [], providerLeft: false, endedAt: null }

/** The session's deadlines, in seconds after its creation. */
export function deadlinesOf({ endedAt }: Pick<World, 'endedAt'>) {
  if (endedAt === null) return { expiresAfter, lateAfter }
  return { expiresAfter: endedAt, lateAfter: endedAt + (lateAfter - expiresAfter) }
}

/**
 * How the service learns of the chain: by nodes that agree, that are a moment behind, whose blocks have times in the
 * future, or that disagree.
 */
export type View = 'agreed' | 'behind' | 'ahead' | 'disagreeing'

export type Step =
  | { kind: 'pay'; amount: bigint; isNoticed: boolean }
  /** A payment appears that was mined in time, but that the nodes hadn't shown. */
  | { kind: 'turnUp' }
  | { kind: 'confirm' }
  | { kind: 'reorg' }
  | { kind: 'wait'; isNoticed: boolean }
  | { kind: 'scan'; view: View }
  | { kind: 'provider' }
  | { kind: 'expire' }
  | { kind: 'accept' }
  | { kind: 'dismiss' }

const both = [true, false] as const

export const steps: readonly Step[] = [
  ...amounts.flatMap((amount) =>
    both.map((isNoticed): Step => ({ kind: 'pay', amount, isNoticed })),
  ),
  { kind: 'turnUp' },
  { kind: 'confirm' },
  { kind: 'reorg' },
  ...both.map((isNoticed): Step => ({ kind: 'wait', isNoticed })),
  { kind: 'scan', view: 'agreed' },
  { kind: 'scan', view: 'behind' },
  { kind: 'scan', view: 'ahead' },
  { kind: 'scan', view: 'disagreeing' },
  { kind: 'provider' },
  { kind: 'expire' },
  { kind: 'accept' },
  { kind: 'dismiss' },
]

const mostPayments = 2

/** The world after a step; undefined if that can't happen. */
export function worldAfter(world: World, step: Step): World | undefined {
  const { moment, payments } = world
  switch (step.kind) {
    case 'pay':
      if (payments.length === mostPayments) return undefined
      return {
        ...world,
        payments: [...payments, { amount: step.amount, at: moment, isConfirmed: false }],
      }
    case 'turnUp':
      if (payments.length === mostPayments || moment < 2) return undefined
      return { ...world, payments: [...payments, { amount: asked, at: 0, isConfirmed: false }] }
    case 'confirm':
      if (payments.every(({ isConfirmed }) => isConfirmed)) return undefined
      return { ...world, payments: payments.map((one) => ({ ...one, isConfirmed: true })) }
    case 'reorg':
      return payments.length === 0 ? undefined : { ...world, payments: payments.slice(0, -1) }
    case 'wait':
      return moment === moments.length - 1 ? undefined : { ...world, moment: moment + 1 }
    default:
      return world
  }
}

/** How the service learns of a step at once; undefined if it doesn't. */
export function viewOf(step: Step): View | undefined {
  if (step.kind === 'scan') return step.view
  if (['turnUp', 'confirm', 'reorg'].includes(step.kind)) return 'agreed'
  return (step.kind === 'pay' || step.kind === 'wait') && step.isNoticed ? 'agreed' : undefined
}

/** Seconds after the creation. */
export function secondsOf(moment: number): number {
  return moments[moment] ?? 0
}

/** Amounts that are there at a moment, by when they came. */
export function moneyOf(
  { payments, endedAt }: World,
  { upTo, confirmedOnly }: { upTo: number; confirmedOnly: boolean },
): { total: bigint; onTime: bigint; inWindow: bigint } {
  const known = payments.filter((one) => one.at <= upTo && (one.isConfirmed || !confirmedOnly))
  const deadlines = deadlinesOf({ endedAt })
  const sumUntil = (seconds: number) =>
    known.filter(({ at }) => secondsOf(at) <= seconds).reduce((sum, { amount }) => sum + amount, 0n)
  return {
    total: sumUntil(Number.POSITIVE_INFINITY),
    onTime: sumUntil(deadlines.expiresAfter),
    inWindow: sumUntil(deadlines.lateAfter),
  }
}

/** A step as a sentence. */
export function told(step: Step): string {
  switch (step.kind) {
    case 'pay':
      return `${step.amount} of ${asked} are paid${step.isNoticed ? ' and seen' : ', unseen'}`
    case 'turnUp':
      return `${asked} of ${asked} turn up that were paid in time`
    case 'confirm':
      return 'everything paid is confirmed'
    case 'reorg':
      return 'a reorg takes the last payment back'
    case 'wait':
      return `time passes${step.isNoticed ? '' : ', unseen'}`
    case 'scan':
      return scans[step.view]
    case 'provider':
      return 'a provider confirms'
    case 'expire':
      return 'the merchant expires it'
    case 'accept':
      return 'the operator accepts'
    default:
      return 'the operator dismisses'
  }
}

const scans: Readonly<Record<View, string>> = {
  agreed: 'a scan',
  behind: 'a scan by nodes that are behind',
  ahead: 'a scan by nodes whose blocks are from the future',
  disagreeing: 'a scan by nodes that disagree',
}
