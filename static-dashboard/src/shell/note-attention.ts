import type { Operations } from '../operations.ts'
import { countOpen } from './count-open.ts'
import { intake } from './intake.ts'
import { openCounts } from './open-counts.ts'

type Overview = Operations['show-overview']['output']

/** Shows in the navigation what needs somebody, and above the page whether new payments are accepted. */
export function noteAttention({ mode, newPayments, attention }: Overview): void {
  intake.value = { mode, newPayments }
  openCounts.value = { mode, byPage: countOpen(attention) }
}
