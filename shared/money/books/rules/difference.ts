import { createHash } from 'node:crypto'

/**
 * How the books differ from the chain. Amounts in base units of the asset, `said` by the service and `shown` by the
 * chain.
 *
 * `received`: what arrived at the address in all. `counted`: what counts for the session, plus unmatched deposits.
 * `swept`: what reached the payout wallets. `fees`: what the address paid for transactions, or the token kept.
 * `gas`: coin that the gas wallet sent to the address. `movements`: what the records of our own transactions add up to.
 * `sweep`: what a sweep says that it moved from the address. `sweep_fee`: what a sweep says that its transaction cost.
 * `unnamed`: the address sent this in a transaction that no sweep names. `not_on_chain`: a sweep names a transaction
 * that no node has. `recipient`: a sweep paid an address that never was the payout wallet. `promised`: what its refunds
 * add up to, which is never more than arrived. `refunded`: what the session says that went back of it, and what its refunds
 * add up to. `refund`: what refunds say that a transaction paid their address. `nonce`: how many transactions the address
 * sent.
 */
export const differenceKinds = [
  'received',
  'counted',
  'swept',
  'fees',
  'gas',
  'movements',
  'sweep',
  'sweep_fee',
  'unnamed',
  'not_on_chain',
  'recipient',
  'promised',
  'refunded',
  'refund',
  'nonce',
] as const

export type Difference = {
  kind: (typeof differenceKinds)[number]
  /** Null for the native coin. */
  tokenAddress: string | null
  said: bigint
  shown: bigint
  /** The transaction that it is about, if it is about one. */
  txHash: string | null
}

/** Differences of one address on one chain. */
export type Finding = {
  chainId: number
  sessionId: string
  address: string
  firstSeenAt: Date
  /** When the address is read again. */
  checkAt: Date
  /** When the owner was notified; null while it may only be that the service has not noticed yet. */
  reportedAt: Date | null
  /** At most 20. None while its money is being moved, so that nothing can be compared. */
  differences: readonly Difference[]
}

/** Names what differs: another one as soon as anything of it does. The same in each round, whatever the order. */
export function findingId({ chainId, sessionId, differences }: Finding): string {
  const texts = differences.map(({ kind, tokenAddress, said, shown, txHash }) =>
    JSON.stringify([kind, tokenAddress, `${said}`, `${shown}`, txHash]),
  )
  const named = JSON.stringify([chainId, sessionId, ...texts.toSorted()])
  return `diff_${createHash('sha256').update(named).digest('hex').slice(0, 24)}`
}

/** Each address is scanned once a day at least, so after that time whatever arrived has been noticed. */
const noticedWithinMs = 26 * 3_600_000

/** Whether there is nothing that the service may still notice by itself: more than it knows of has arrived. */
function isCertain({ kind, said, shown }: Difference): boolean {
  const isOfMoney = kind === 'received' || kind === 'counted'
  return !(isOfMoney && shown > said)
}

/** Whether to notify the owner of it now. */
export function isReportable({ differences, firstSeenAt }: Finding, now: Date): boolean {
  return differences.some(isCertain) || (differences.length > 0 && isOverdue({ firstSeenAt }, now))
}

/** Whether everything has been noticed by then, and every sweep should have ended. */
export function isOverdue({ firstSeenAt }: Pick<Finding, 'firstSeenAt'>, now: Date): boolean {
  return now.getTime() - firstSeenAt.getTime() >= noticedWithinMs
}

const minuteMs = 60_000

/** When to read the address again: soon while its money moves or may yet be noticed, daily once its owner knows. */
export function nextCheck({ reportedAt, firstSeenAt }: Finding, now: Date): Date {
  if (reportedAt) return new Date(now.getTime() + 24 * 60 * minuteMs)
  const age = now.getTime() - firstSeenAt.getTime()
  return new Date(now.getTime() + Math.min(60 * minuteMs, Math.max(5 * minuteMs, age)))
}
