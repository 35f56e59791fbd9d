import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import {
  decideSession,
  type SessionPolicy,
  type TransfersCounted,
} from '../../shared/payments/checkout-sessions/rules/decide-session.ts'
import { expireSession } from '../../shared/payments/checkout-sessions/rules/expire-session.ts'
import {
  acceptSession,
  dismissSession,
} from '../../shared/payments/checkout-sessions/rules/settle-session.ts'
import { unmatchedPart } from '../../shared/payments/ledger/rules/unmatched-deposit.ts'
import { aSession, later } from '../factories.ts'
import { type Change, type Property, properties } from './properties.ts'
import {
  asked,
  deadlinesOf,
  moneyOf,
  newWorld,
  type Step,
  secondsOf,
  steps,
  told,
  type View,
  viewOf,
  type World,
  worldAfter,
} from './world.ts'

export type State = { world: World; session: CheckoutSession }

type Node = State & { before: Node | undefined; step: Step | undefined }

type Violation = { property: Property['name']; policy: SessionPolicy; history: string[] }

export type Explored = {
  states: number
  transitions: number
  /** By property, how many changes it said something about. */
  applied: ReadonlyMap<string, number>
  violations: readonly Violation[]
}

type Options = {
  policy: SessionPolicy
  /** Steps of the longest history. */
  depth: number
  /** Ends at the first violation. */
  stopsEarly?: boolean
}

/**
 * Every history of a session up to a length, breadth first over distinct states, with each property checked at each
 * change. The first history that violates a property is a shortest one.
 */
export function explore({ policy, depth, stopsEarly = false }: Options): Explored {
  const start: Node = {
    world: newWorld,
    session: newSession(),
    before: undefined,
    step: undefined,
  }
  const known = new Set([keyOf(start)])
  const verdicts = collectVerdicts(policy)
  let transitions = 0
  let reached = [start]
  const isOver = () => stopsEarly && verdicts.violations.size > 0
  for (let length = 0; length < depth && !isOver(); length++) {
    const all = reached.flatMap((before) => changesOf(before, policy))
    transitions += all.length
    for (const one of all) verdicts.judge(one)
    reached = all.flatMap(({ node }) => {
      const key = keyOf(node)
      if (known.has(key)) return []
      known.add(key)
      return [node]
    })
  }
  const { applied, violations } = verdicts
  return { states: known.size, transitions, applied, violations: [...violations.values()] }
}

type Reached = { change: Change; node: Node }

function changesOf(before: Node, policy: SessionPolicy): Reached[] {
  return steps.flatMap((step) => {
    const change = changeBy(before, step, policy)
    return change ? [{ change, node: { ...change.after, before, step } }] : []
  })
}

function collectVerdicts(policy: SessionPolicy) {
  const applied = new Map<string, number>()
  const violations = new Map<string, Violation>()
  return {
    applied,
    violations,
    judge({ change, node }: Reached): void {
      for (const { name, holds } of properties) {
        const verdict = holds(change)
        if (verdict === undefined) continue
        applied.set(name, (applied.get(name) ?? 0) + 1)
        if (verdict || violations.has(name)) continue
        violations.set(name, { property: name, policy, history: historyOf(node) })
      }
    },
  }
}

/** A session that asks for that much. */
export function newSession(): CheckoutSession {
  const session = aSession()
  return { ...session, lock: { ...session.lock, amountBase: asked } }
}

/** The change of a session by a step; undefined if it can't happen. */
export function changeBy(before: State, step: Step, policy: SessionPolicy): Change | undefined {
  const world = worldAfter(before.world, step)
  if (!world) return undefined
  const circumstances = { now: later(secondsOf(world.moment)), policy }
  const decided = isAsked(step)
    ? decidedByPerson(before.session, { world, step, circumstances })
    : decidedByScan(before.session, { world, step, circumstances })
  if (!decided) return undefined
  const after = { world: decided.world ?? world, session: decided.session }
  const { events, isRepeatable = true } = decided
  return { before, step, after, events, policy, isRepeatable, unmatched: unmatchedOf(after) }
}

type Deciding<Of extends Step> = {
  world: World
  step: Of
  circumstances: { now: Date; policy: SessionPolicy }
}

type Decided = {
  session: CheckoutSession
  events: readonly string[]
  world?: World
  /** Whether the same scan again changes nothing, as that of a second notifier. */
  isRepeatable?: boolean
}

type Asked = Extract<Step, { kind: 'provider' | 'expire' | 'accept' | 'dismiss' }>

function isAsked(step: Step): step is Asked {
  return ['provider', 'expire', 'accept', 'dismiss'].includes(step.kind)
}

function decidedByPerson(
  session: CheckoutSession,
  { world, step, circumstances }: Deciding<Asked>,
): Decided | undefined {
  const { now } = circumstances
  if (step.kind === 'provider') {
    const fact = { type: 'providerConfirmed', provider: 'moonpay', paymentId: 'p1' } as const
    const decision = decideSession(session, fact, circumstances)
    return decision.changed ? decision : { ...decision, world: { ...world, providerLeft: true } }
  }
  if (step.kind === 'expire') {
    const expired = expireSession(session, countedBy(world, 'agreed'), now)
    return expired && { ...expired, world: { ...world, endedAt: secondsOf(world.moment) } }
  }
  if (step.kind === 'dismiss') {
    const dismissed = dismissSession(session, { now, note: 'kept' })
    return dismissed && { session: dismissed, events: [] }
  }
  // With no money there is nothing to accept.
  const { total } = moneyOf(world, { upTo: world.moment, confirmedOnly: true })
  if (total === 0n && !world.providerLeft) return undefined
  const accepted = acceptSession(session, { now, note: 'seen' })
  return accepted && { session: accepted.session, events: accepted.event ? [accepted.event] : [] }
}

function decidedByScan(
  session: CheckoutSession,
  { world, step, circumstances }: Deciding<Step>,
): Decided {
  const view = viewOf(step)
  if (!view) return { session, events: [] }
  const fact = countedBy(world, view)
  const decision = decideSession(session, fact, circumstances)
  const isRepeatable = !decideSession(decision.session, fact, circumstances).changed
  return { ...decision, isRepeatable }
}

/** A block is confirmed half a minute after it was made. */
const confirmsAfter = 30

/** Blocks further in the future than that are an outage. */
const mostAhead = 900

/** The time of the newest block, in seconds after the creation. */
function headOf(view: View, upTo: number): number {
  const now = upTo < 0 ? 0 : secondsOf(upTo)
  return view === 'ahead' ? now + mostAhead : now
}

/** The transfers that a scan would count. */
export function countedBy(world: World, view: View): TransfersCounted {
  const upTo = view === 'behind' ? world.moment - 1 : world.moment
  const seen = moneyOf(world, { upTo, confirmedOnly: false })
  const isAgreed = view !== 'disagreeing'
  const confirmed = isAgreed
    ? moneyOf(world, { upTo, confirmedOnly: true })
    : { total: 0n, onTime: 0n, inWindow: 0n }
  const head = headOf(view, upTo)
  return {
    type: 'transfersCounted',
    lock: { ...newSession().lock, expiresAt: later(deadlinesOf(world).expiresAfter) },
    headTime: later(head),
    confirmedTime: isAgreed ? later(head - confirmsAfter) : new Date(0),
    seen: counted(seen),
    confirmed: counted(confirmed),
    confirmations: seen.total > 0n && seen.total === confirmed.total ? 3 : 1,
    agreed: isAgreed,
    txHash: seen.total > 0n ? '0xaa' : null,
    minedAt: null,
  }
}

function counted({ total, onTime, inWindow }: { total: bigint; onTime: bigint; inWindow: bigint }) {
  return { totalBase: total, onTimeBase: onTime, inWindowBase: inWindow }
}

/** The unmatched deposit of a closed session, by the rule for it; null while it is open. */
function unmatchedOf({ world, session }: State): bigint | null {
  if (!session.closedAt) return null
  const { total } = moneyOf(world, { upTo: world.moment, confirmedOnly: true })
  const transfers = world.payments.map(({ amount, at }, index) => ({
    chainId: session.lock.chainId,
    tokenAddress: null,
    txHash: `0x${index}`,
    logIndex: null,
    from: null,
    amountBase: amount,
    blockNumber: BigInt(index),
    blockHash: '0x0',
    blockTime: later(secondsOf(at)),
    orphaned: false,
  }))
  const { chainId, tokenAddress } = session.lock
  const own = transfers.filter(({ blockTime }) => blockTime <= session.lateUntil)
  return unmatchedPart(session, own, { chainId, tokenAddress, receivedBase: total }).amountBase
}

/** Everything that can make a difference to what happens later. */
function keyOf({ world, session }: State): string {
  const { status, received, firstSeenAt, vanishedAt, txHash, closedAt, settlement, provider } =
    session
  return [
    ...[world.moment, world.endedAt, world.providerLeft, status, txHash, provider?.paymentId],
    ...[received.seenBase, received.confirmedBase, received.confirmations],
    ...[firstSeenAt, vanishedAt, closedAt].map((at) => at?.getTime()),
    ...[settlement?.outcome, settlement?.from],
    ...world.payments.map(({ amount, at, isConfirmed }) => `${amount}@${at}${isConfirmed}`),
  ].join()
}

function historyOf(node: Node): string[] {
  const { before, step, session, world } = node
  if (!before || !step) return []
  const at = `${secondsOf(world.moment)} s`
  return [
    ...historyOf(before),
    `${at}: ${told(step)} → ${session.status}${session.closedAt ? ', closed' : ''}`,
  ]
}
