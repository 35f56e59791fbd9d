import type { Sealed } from '../../kernel/sealed.ts'

/** Vendors that notify us of transfers; each signs its notifications in its own way. */
export const notifiers = ['alchemy', 'quicknode'] as const
export type Notifier = (typeof notifiers)[number]

/** The key that a webhook signs notifications about one chain with. */
export type NotifierKey = {
  notifier: Notifier
  chainId: number
  webhookId: string
  signingKey: Sealed
}

export function notifierKeyContext({
  notifier,
  chainId,
  webhookId,
}: Pick<NotifierKey, 'notifier' | 'chainId' | 'webhookId'>): Record<string, string> {
  return { notifier, chainId: String(chainId), webhookId }
}

/** How many unused deposit addresses are registered ahead, so that opening a session never waits for a notifier. */
export const addressesAhead = 200

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long addresses of closed sessions stay registered. */
const watchedMs = { withoutMoney: dayMs, withMoney: 90 * dayMs } as const

export type ClosedUse = { closedAt: Date; hadMoney: boolean }

/** Whether the address of a closed session is still to be watched. */
export function isWatched({ closedAt, hadMoney }: ClosedUse, now: Date): boolean {
  const forMs = hadMoney ? watchedMs.withMoney : watchedMs.withoutMoney
  return now.getTime() - closedAt.getTime() < forMs
}

/** The moments whose hour of closing is over now: addresses without money of the first, all of the second. */
export function takeOutMoments(now: Date): { withoutMoney: Date; withMoney: Date } {
  const ago = (ms: number) => new Date(now.getTime() - ms - hourMs)
  return { withoutMoney: ago(watchedMs.withoutMoney), withMoney: ago(watchedMs.withMoney) }
}

/** How often a notifier's own list is compared with ours. */
export const repairEveryMs = dayMs
