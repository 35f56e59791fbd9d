import { failedInvocations } from '../kernel/metrics.ts'
import type { SideNote } from '../kernel/operation/side-note.ts'
import type { Facts } from './facts.ts'
import { logProblem } from './log.ts'

/** A note whose failure is logged and, except in test mode, counted. */
export function sideNote(
  of: SideNote['of'],
  write: SideNote['write'],
  facts: Facts = {},
): SideNote {
  const measured = facts.mode === 'test' ? {} : { [failedInvocations]: 1 }
  const onFailed = (error: unknown) =>
    logProblem('side note failed', { error, facts: { ...facts, work: of } }, measured)
  return { of, write, onFailed }
}
