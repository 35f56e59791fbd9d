import type { NoticeProgress } from './notice-destination.ts'

/** The maximum number of single notices in an hour; further sales are sent together when the hour is over. */
export const mostSingle = 20
const hourMs = 3_600_000

type Hour = Pick<NoticeProgress, 'hourSince' | 'sentInHour'>

export type NoticeTurn =
  /** Another single notice may be sent. `sentInHour` were sent since `hourSince`. */
  | { kind: 'single'; hourSince: Date; sentInHour: number }
  /** The hour is over: what it was too much of is sent together. */
  | { kind: 'together' }
  /** Until then, further sales are collected. */
  | { kind: 'wait'; until: Date }

/** How notices may be sent now. */
export function noticeTurn({ hourSince, sentInHour }: Hour, now: Date): NoticeTurn {
  if (!hourSince) return { kind: 'single', hourSince: now, sentInHour: 0 }
  const until = new Date(hourSince.getTime() + hourMs)
  const isFull = sentInHour >= mostSingle
  if (now < until)
    return isFull ? { kind: 'wait', until } : { kind: 'single', hourSince, sentInHour }
  return isFull ? { kind: 'together' } : { kind: 'single', hourSince: now, sentInHour: 0 }
}

/** When the sales that are too many for the hour come together. */
export function endOfHour(hourSince: Date): Date {
  return new Date(hourSince.getTime() + hourMs)
}
