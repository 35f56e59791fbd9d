import type { VNode } from 'preact'
import { exactTime, now, relativeTime } from '../format.ts'

/** A moment, relative to now; the exact one on hover. */
export function Time({ at }: { at: string }): VNode {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exactTime(date)}>
      {relativeTime(date, now.value)}
    </time>
  )
}
