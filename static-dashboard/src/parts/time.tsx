import type { VNode } from 'preact'
import { exactTime, now, relativeTime } from '../format.ts'

/**
 * A moment, relative to now; the exact one on hover. What has happened can't be ahead of now, whatever the clocks say:
 * only what is due can.
 */
export function Time({ at, isDue = false }: { at: string; isDue?: boolean }): VNode {
  const date = new Date(at)
  const shown = !isDue && date > now.value ? now.value : date
  return (
    <time dateTime={at} title={exactTime(date)}>
      {relativeTime(shown, now.value)}
    </time>
  )
}
