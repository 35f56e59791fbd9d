import type { Operations } from '../operations.ts'
import { countOpen } from './count-open.ts'
import { openCounts } from './open-counts.ts'

type Overview = Operations['show-overview']['output']

/** Shows in the navigation what needs somebody. */
export function noteAttention({ mode, attention }: Overview): void {
  openCounts.value = { mode, byPage: countOpen(attention) }
}
