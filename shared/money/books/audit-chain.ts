import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import { listCheckoutSessions } from '../../payments/checkout-sessions/store/session-list.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import type { Sweep } from '../../payments/holdings/rules/sweep.ts'
import { pageSweeps } from '../../payments/holdings/store/sweeps.ts'
import { closingHour } from '../../payments/ledger/rules/closed-tiers.ts'
import {
  type ClosedAddress,
  closedAddresses,
} from '../../payments/ledger/store/closed-addresses.ts'
import { isProviders } from '../refunds/rules/provider-refund.ts'
import { listRefunds } from '../refunds/store/refunds.ts'
import {
  type AuditServices,
  auditAddresses,
  type BookChain,
  type Subject,
} from './audit-addresses.ts'
import { type KeepServices, keepFindings, mostKept } from './keep-findings.ts'
import { isOverdue } from './rules/difference.ts'
import {
  type Audited,
  type BookOrder,
  type BookRounds,
  nextPhase,
  olderDays,
  type Round,
  roundDue,
} from './rules/round.ts'
import { loadAcknowledgments } from './store/book-acknowledgments.ts'
import { loadFindings } from './store/book-findings.ts'
import { saveRounds } from './store/book-rounds.ts'
import { unnamedPayouts } from './unnamed-payouts.ts'

export type AuditChainServices = AuditServices & KeepServices

type Run = {
  /** Undefined before the chain's first round. */
  rounds: BookRounds | undefined
  order: BookOrder | undefined
  isOver: () => boolean
}

/** Addresses of a page; few once a page took too long, so that every run makes progress. */
const [pageSize, smallPageSize] = [200, 10]

/** Addresses that one run checks again. */
const mostRechecked = 50

/**
 * Continues the round of a chain, or starts the one that is due, until the run is over. First it looks again at what
 * differed before. Returns how many addresses it read. Throws `ChainUnavailable`; the next run continues.
 */
export async function auditChain(
  services: AuditChainServices,
  chain: BookChain,
  { rounds, order, isOver: isRunOver }: Run,
): Promise<{ audited: number }> {
  const { table, now } = services
  const { mode, client } = chain
  const { chainId } = client.chain
  const known = await loadFindings(table, { mode, chainId, limit: mostKept })
  const acknowledgments = await loadAcknowledgments(table, mode)
  const findings = new Map(known.map((finding) => [finding.sessionId, finding]))
  const audit = async (page: Omit<Page, 'next'>): Promise<number> => {
    if (page.subjects.length === 0) return 0
    const outcomes = await auditAddresses(services, chain, page)
    await keepFindings(services, chain, { findings, acknowledgments, outcomes })
    return outcomes.length
  }
  const due = known.filter(({ checkAt }) => checkAt <= now()).slice(0, mostRechecked)
  const subjects = due.map(({ sessionId, address, firstSeenAt, differences }) => ({
    sessionId,
    address,
    isEmpty: false,
    alsoRead: differences.flatMap(({ txHash }) => txHash ?? []),
    isOverdue: isOverdue({ firstSeenAt }, now()),
  }))
  const before = rounds ?? { chainId, round: null, daily: null, ordered: null, problem: null }
  const dueRound = (of: BookRounds) => of.round ?? roundDue(of, order, now())
  let state: BookRounds = { ...before, round: dueRound(before) ?? null }
  try {
    let audited = await audit({ subjects })
    for (;;) {
      const round = dueRound(state)
      if (!round || isRunOver()) break
      state = { ...state, round }
      const page = await pageOf(services, chain, { ...state, round })
      const count = await audit(page)
      audited += count
      state = advanced(state, { round, page, audited: count, now: now() })
      await saveRounds(table, mode, state)
    }
    // What differed could be read again, and nothing else is due.
    if (state.problem !== null) await saveRounds(table, mode, { ...state, problem: null })
    return { audited }
  } catch (error) {
    const problem = error instanceof ChainUnavailable ? error.message : null
    if (problem !== null) await saveRounds(table, mode, { ...state, problem })
    throw error
  }
}

type Page = { subjects: Subject[]; sweeps?: Map<string, Sweep[]>; next: string | null }

type Progress = { round: Round; page: Page; audited: number; now: Date }

/** The rounds after a page of one. */
function advanced(rounds: BookRounds, { round, page, audited, now }: Progress): BookRounds {
  const grown = { ...round, audited: round.audited + audited }
  const free = { ...rounds, problem: null }
  if (page.next !== null) return { ...free, round: { ...grown, cursor: page.next } }
  const next = nextPhase(grown)
  if (next) return { ...free, round: next }
  const { kind, from, to, startedAt } = round
  const done: Audited = { kind, from, to, startedAt, audited: grown.audited, finishedAt: now }
  return { ...free, round: null, [kind]: done }
}

type Place = { round: Round; limit: number }

/** The next addresses of a round. */
function pageOf(
  services: AuditServices,
  chain: BookChain,
  { round, problem }: BookRounds & { round: Round },
): Promise<Page> {
  const place = { round, limit: problem === null ? pageSize : smallPageSize }
  if (round.phase === 'moved') return movedPage(services, chain, place)
  if (round.phase === 'refunded') return refundedPage(services, chain, place)
  if (round.phase === 'created') return createdPage(services, chain, place)
  if (round.phase === 'payouts') return payoutPage(services, chain, place)
  return closedPage(services, chain, place)
}

/** A sweep may take days to be final. */
const longestSweepMs = 7 * 86_400_000

/** The addresses of sweeps that became final in the period, the newest first. */
async function movedPage(
  { table }: AuditServices,
  { mode, client }: BookChain,
  { round: { from, to, cursor }, limit }: Place,
): Promise<Page> {
  const { chainId } = client.chain
  const before = cursor ?? undefined
  const { items, nextCursor } = await pageSweeps(table, mode, {
    limit: Math.ceil(limit / 10),
    before,
  })
  const moved = items.filter(
    ({ finalAt, chainId: of }) => of === chainId && finalAt && finalAt >= from && finalAt < to,
  )
  const sweeps = new Map<string, Sweep[]>()
  const subjects = new Map<string, Subject>()
  for (const sweep of moved) {
    for (const { sessionId, address } of sweep.items) {
      sweeps.set(sessionId, [...(sweeps.get(sessionId) ?? []), sweep])
      subjects.set(sessionId, { sessionId, address, isEmpty: false })
    }
  }
  const last = items.at(-1)
  const isOlder = last && last.createdAt.getTime() < from.getTime() - longestSweepMs
  return { subjects: [...subjects.values()], sweeps, next: isOlder ? null : nextCursor }
}

/** Most refunds are sent this soon. Others are read with the older days. */
const promptRefundMs = 60 * 86_400_000

/** The addresses of refunds that were confirmed in the period: a reorg may be deeper than their confirmations. */
async function refundedPage(
  { table }: AuditServices,
  { mode, client }: BookChain,
  { round: { from, to, cursor }, limit }: Place,
): Promise<Page> {
  const filter = { mode, status: 'confirmed', before: cursor ?? undefined } as const
  const { items, nextCursor } = await listRefunds(table, filter, { limit })
  const confirmed = items.filter(
    (refund) =>
      !isProviders(refund) &&
      refund.chainId === client.chain.chainId &&
      refund.completedAt !== null &&
      refund.completedAt >= from &&
      refund.completedAt < to,
  )
  const ids = [...new Set(confirmed.map(({ sessionId }) => sessionId))]
  const sessions = await Promise.all(ids.map((id) => loadCheckoutSession(table, mode, id)))
  const subjects = sessions.flatMap((session) =>
    session ? [{ sessionId: session.id, address: session.address, isEmpty: false }] : [],
  )
  const last = items.at(-1)
  const isOlder = last && last.createdAt.getTime() < from.getTime() - promptRefundMs
  return { subjects, next: isOlder ? null : nextCursor }
}

/** Every closed session that was created in the period. */
async function createdPage(
  { table }: AuditServices,
  { mode }: BookChain,
  { round: { from, to, cursor }, limit }: Place,
): Promise<Page> {
  const createdBefore = new Date(to.getTime() - 1)
  const filter = { mode, createdAfter: from, createdBefore, ...(cursor && { before: cursor }) }
  const { items, nextCursor } = await listCheckoutSessions(table, filter, { limit })
  const closed = items.filter(({ closedAt }) => closedAt !== null)
  const subjects = closed.map(({ id: sessionId, address }) => ({
    sessionId,
    address,
    isEmpty: false,
  }))
  return { subjects, next: nextCursor }
}

/**
 * Payouts that no sweep names. This phase is the last one, so that a node that returns no logs holds up no other
 * comparison.
 */
async function payoutPage(
  services: AuditServices,
  chain: BookChain,
  { round: { from: since, cursor }, limit }: Place,
): Promise<Page> {
  try {
    return await unnamedPayouts(services, chain, { since, cursor, limit })
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    services.onFailure(error)
    return { subjects: [], next: null }
  }
}

/** The addresses that closed in the period, or on the older days that come up again with it. */
async function closedPage(
  { table, onFailure: onUnreadable }: AuditServices,
  { mode, client }: BookChain,
  { round, limit }: Place,
): Promise<Page> {
  const { cursor, from, to, phase } = round
  const days = phase === 'older' ? olderDays(round) : []
  const day = cursor ? days.find((each) => isSameDay(each, cursor)) : days[0]
  const period = phase === 'older' ? day && dayPeriod(day) : { from, to }
  if (!period) return { subjects: [], next: null }
  const hours = {
    from: closingHour(period.from),
    to: closingHour(new Date(period.to.getTime() - 1)),
  }
  const page = { mode, ...hours, cursor, limit, onUnreadable }
  const { rows, end, isLast } = await closedAddresses(table, page)
  const { chainId } = client.chain
  const subjects = rows.map((row) => ({
    sessionId: row.sessionId,
    address: row.address,
    isEmpty: isEmpty(row, chainId),
  }))
  if (!isLast) return { subjects, next: end }
  const next = day && days[days.indexOf(day) + 1]
  return { subjects, next: next ? next.toISOString().slice(0, 10) : null }
}

function isSameDay(day: Date, cursor: string): boolean {
  return cursor.startsWith(day.toISOString().slice(0, 10))
}

function dayPeriod(from: Date) {
  return { from, to: new Date(from.getTime() + 86_400_000) }
}

/** Whether the address never had anything on the chain according to the service. */
function isEmpty({ hadMoney, held }: ClosedAddress, chainId: number): boolean {
  return !hadMoney && !(String(chainId) in held)
}
