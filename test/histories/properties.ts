import type {
  CheckoutSession,
  SessionStatus,
} from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { SessionPolicy } from '../../shared/payments/checkout-sessions/rules/decide-session.ts'
import { asked, deadlinesOf, moneyOf, type Step, secondsOf, viewOf, type World } from './world.ts'

type State = { world: World; session: CheckoutSession }

export type Change = {
  before: State
  step: Step
  after: State
  events: readonly string[]
  policy: SessionPolicy
  /** Whether the same scan again changes nothing. */
  isRepeatable: boolean
  /** The unmatched deposit of a closed session; null while it is open. */
  unmatched: bigint | null
}

/** A sentence about every change; undefined if it says nothing about one. */
export type Property = { name: string; holds: (change: Change) => boolean | undefined }

const fulfilled: readonly SessionStatus[] = ['paid', 'paid_late', 'overpaid']

/** Which status may follow which, as section 4 of the specification lists them, and by whom. */
const allowed: Readonly<Record<string, readonly ('scan' | 'provider' | 'expire' | 'accept')[]>> = {
  'pending → detected': ['scan'],
  'pending → expired': ['scan', 'expire'],
  'pending → paid': ['provider'],
  'detected → paid': ['scan', 'provider'],
  'detected → overpaid': ['scan'],
  'detected → underpaid': ['scan'],
  'detected → paid_late': ['scan'],
  'detected → failed': ['scan'],
  'underpaid → paid': ['scan', 'provider', 'accept'],
  'underpaid → overpaid': ['scan'],
  'underpaid → paid_late': ['scan'],
  'expired → paid_late': ['scan', 'provider', 'accept'],
  'failed → paid_late': ['accept'],
}

export const properties: readonly Property[] = [
  {
    name: 'a status follows another only as the state machine has it',
    holds: ({ before, after, step }) => {
      if (before.session.status === after.session.status) return undefined
      const { kind } = step
      const by = kind === 'provider' || kind === 'expire' || kind === 'accept' ? kind : 'scan'
      const name = `${before.session.status} → ${after.session.status}`
      return allowed[name]?.includes(by) ?? false
    },
  },
  {
    name: 'each change of a status has one event, named after it, and nothing else has one',
    holds: ({ before, after, events }) => {
      const { status } = after.session
      const expected = before.session.status === status ? '' : `session.${status}`
      return events.join() === expected
    },
  },
  {
    name: 'it is paid only if enough was confirmed, except by a provider or an operator',
    holds: (change) => {
      const entered = enteredByMoney(change)
      if (!entered || !fulfilled.includes(entered)) return undefined
      return isEnough(confirmedNow(change).inWindow, change.policy)
    },
  },
  {
    name: 'it is paid or overpaid only if enough came in time, and paid late only otherwise',
    holds: (change) => {
      const entered = enteredByMoney(change)
      if (!entered || !fulfilled.includes(entered)) return undefined
      const wasExpired = change.before.session.status === 'expired'
      const isInTime = isEnough(confirmedNow(change).onTime, change.policy) && !wasExpired
      return isInTime === (entered !== 'paid_late')
    },
  },
  {
    name: 'it is overpaid if and only if more came than was asked for',
    holds: (change) => {
      const entered = enteredByMoney(change)
      if (entered !== 'paid' && entered !== 'overpaid') return undefined
      return confirmedNow(change).inWindow > asked === (entered === 'overpaid')
    },
  },
  {
    name: 'it is underpaid only if too little was confirmed and nothing more is on its way',
    holds: (change) => {
      if (enteredByMoney(change) !== 'underpaid') return undefined
      const { world } = change.after
      const seen = moneyOf(world, { upTo: shownUpTo(change), confirmedOnly: false })
      const { inWindow } = confirmedNow(change)
      return !isEnough(inWindow, change.policy) && seen.inWindow === inWindow
    },
  },
  {
    name: 'the amount is decided no earlier than a minute after the detection',
    holds: (change) => {
      const entered = enteredByMoney(change)
      if (!entered || !['paid', 'overpaid', 'underpaid', 'paid_late'].includes(entered)) {
        return undefined
      }
      const { firstSeenAt } = change.before.session
      return firstSeenAt !== null && nowOf(change) - secondsAfter(change, firstSeenAt) >= 60
    },
  },
  {
    name: 'it expires only if blocks and clock are past the deadline, and nothing in time is seen',
    holds: (change) => {
      if (entered(change) !== 'expired' || change.step.kind === 'expire') return undefined
      const upTo = shownUpTo(change)
      const seen = moneyOf(change.after.world, { upTo, confirmedOnly: false })
      const { expiresAfter } = deadlinesOf(change.after.world)
      return secondsOf(upTo) > expiresAfter && nowOf(change) > expiresAfter && seen.onTime === 0n
    },
  },
  {
    name: 'a merchant expires it only before the deadline, and if no money was ever seen',
    holds: (change) => {
      if (change.step.kind !== 'expire') return undefined
      const { before, after } = change
      const { total } = moneyOf(after.world, { upTo: after.world.moment, confirmedOnly: false })
      const isInTime = nowOf(change) <= deadlinesOf(before.world).expiresAfter
      return isInTime && total === 0n && before.session.firstSeenAt === null
    },
  },
  {
    name: 'it fails only if nothing came back for an hour, as nodes agree',
    holds: (change) => {
      if (entered(change) !== 'failed') return undefined
      const { vanishedAt } = change.before.session
      const upTo = shownUpTo(change)
      const seen = moneyOf(change.after.world, { upTo, confirmedOnly: false })
      const isLong =
        vanishedAt !== null && secondsOf(upTo) - secondsAfter(change, vanishedAt) >= 3600
      return isLong && seen.inWindow === 0n && viewOf(change.step) !== 'disagreeing'
    },
  },
  {
    name: 'nodes that disagree decide nothing that they disagree about',
    holds: (change) => {
      if (viewOf(change.step) !== 'disagreeing') return undefined
      const after = entered(change)
      return (
        (after === undefined || after === 'detected' || after === 'expired') &&
        change.after.session.closedAt === change.before.session.closedAt
      )
    },
  },
  {
    name: 'what is closed changes its status only by an operator, or by a provider in time',
    holds: ({ before, after, step }) => {
      if (!before.session.closedAt) return undefined
      const isSame =
        before.session.status === after.session.status &&
        before.session.received.confirmedBase === after.session.received.confirmedBase
      return isSame || step.kind === 'accept' || step.kind === 'provider'
    },
  },
  {
    name: 'what is paid, overpaid, paid late or failed is closed, and stays so except by acceptance',
    holds: ({ before, after, step }) => {
      const { status } = before.session
      if (!fulfilled.includes(status) && status !== 'failed') return undefined
      const stays =
        after.session.status === status || (status === 'failed' && step.kind === 'accept')
      return stays && before.session.closedAt !== null && after.session.closedAt !== null
    },
  },
  {
    name: 'an underpaid or expired session closes only once its window is over',
    holds: ({ before, after, step }) => {
      const { status, closedAt } = after.session
      if (before.session.closedAt || !closedAt || step.kind === 'provider') return undefined
      if (status !== 'underpaid' && status !== 'expired') return undefined
      return secondsOf(after.world.moment) > deadlinesOf(after.world).lateAfter
    },
  },
  {
    name: 'a provider pays until a day after the deadline, and never what is paid or failed',
    holds: ({ before, after, step }) => {
      if (step.kind !== 'provider') return undefined
      const { status } = before.session
      const isOpen = ['pending', 'detected', 'underpaid', 'expired'].includes(status)
      const isInTime =
        secondsOf(after.world.moment) <= deadlinesOf(after.world).expiresAfter + 86_400
      return (after.session.status !== status) === (isOpen && isInTime)
    },
  },
  {
    name: 'acceptance pays what an operator may accept, and dismissal changes no status',
    holds: ({ before, after, step }) => {
      if (step.kind === 'dismiss') return before.session.status === after.session.status
      if (step.kind !== 'accept') return undefined
      const expected = before.session.status === 'underpaid' ? 'paid' : 'paid_late'
      return after.session.status === expected
    },
  },
  {
    name: 'what closes a session is what was confirmed in its window',
    holds: (change) => {
      const { before, after, step } = change
      const closes = before.session.closedAt === null && after.session.closedAt !== null
      if (!closes || step.kind === 'provider') return undefined
      return after.session.received.confirmedBase === confirmedNow(change).inWindow
    },
  },
  {
    name: 'every confirmed unit of a closed session counts for it or is unmatched, once',
    holds: ({ after, unmatched }) => {
      if (unmatched === null) return undefined
      const { session, world } = after
      const { total } = moneyOf(world, { upTo: world.moment, confirmedOnly: true })
      const closedAs =
        session.settlement?.outcome === 'accepted' ? session.settlement.from : session.status
      const isProviders = session.provider?.paymentId === 'p1'
      const counts = closedAs !== 'expired' && closedAs !== 'failed' && !isProviders
      const own = counts ? session.received.confirmedBase : 0n
      const inWindow = moneyOf(world, { upTo: world.moment, confirmedOnly: true }).inWindow
      // What a reorg takes back after it was closed is the operator's to decide.
      return inWindow < own ? undefined : own + unmatched === total
    },
  },
  {
    name: 'what was confirmed in its window is paid as soon as a scan shows it',
    holds: (change) => {
      const { before, after, policy } = change
      const { status, firstSeenAt, closedAt } = before.session
      if (viewOf(change.step) !== 'agreed' || closedAt || !firstSeenAt) return undefined
      const isEnded = status === 'underpaid' && !policy.acceptTopUps
      const isDue = nowOf(change) - secondsAfter(change, firstSeenAt) >= 60
      if (isEnded || !isDue || !isEnough(confirmedNow(change).inWindow, policy)) return undefined
      return fulfilled.includes(after.session.status)
    },
  },
  {
    name: 'what nobody paid in time expires, and closes after its window, as soon as a scan shows it',
    holds: (change) => {
      const { before, after } = change
      if (viewOf(change.step) !== 'agreed' || before.session.closedAt) return undefined
      if (before.session.firstSeenAt || after.world.payments.length > 0) return undefined
      const now = nowOf(change)
      const isExpired = after.session.status === 'expired'
      const isClosed = after.session.closedAt !== null
      const { expiresAfter, lateAfter } = deadlinesOf(after.world)
      const isOver = now > expiresAfter || after.world.endedAt !== null
      return isExpired === isOver && isClosed === now > lateAfter
    },
  },
  {
    name: 'the scan of a second notifier changes nothing',
    holds: ({ step, isRepeatable }) => (viewOf(step) ? isRepeatable : undefined),
  },
]

function entered({ before, after }: Change): SessionStatus | undefined {
  return before.session.status === after.session.status ? undefined : after.session.status
}

/** By what was counted, not by a provider or an operator. */
function enteredByMoney(change: Change): SessionStatus | undefined {
  const { kind } = change.step
  return kind === 'provider' || kind === 'expire' || kind === 'accept' ? undefined : entered(change)
}

/** The moment up to which the node of the scan shows the chain. */
function shownUpTo({ after, step }: Change): number {
  return viewOf(step) === 'behind' ? after.world.moment - 1 : after.world.moment
}

function confirmedNow(change: Change) {
  return moneyOf(change.after.world, { upTo: shownUpTo(change), confirmedOnly: true })
}

function isEnough(amount: bigint, { underpaymentTolerancePercent }: SessionPolicy): boolean {
  return amount * 100n >= asked * BigInt(100 - underpaymentTolerancePercent)
}

function nowOf({ after }: Change): number {
  return secondsOf(after.world.moment)
}

function secondsAfter({ before }: Change, at: Date): number {
  return (at.getTime() - before.session.createdAt.getTime()) / 1000
}
