import type { VNode } from 'preact'
import { dueTime, exactTime, relativeTime } from '../format.ts'
import { now } from '../now.ts'

/** A moment that has passed, or one that is due, relative to now; the exact one on hover. */
export function Time({ at, isDue = false }: { at: string; isDue?: boolean }): VNode {
  const date = new Date(at)
  const inWords = isDue ? dueTime : relativeTime
  return (
    <time dateTime={at} title={exactTime(date)}>
      {inWords(date, now.value)}
    </time>
  )
}
