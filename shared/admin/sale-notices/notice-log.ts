import { log } from '../../log/log.ts'
import type { FailedNotice } from './send-sale-notices.ts'

/** Logs a notice that was not accepted. What the chat said is shown to operators: its words are no part of the log. */
export function noticeFailed({ mode, id, kind, problem, offSince }: FailedNotice): void {
  const outcome = offSince ? 'turned off' : 'tried again later'
  log('notice not sent', {
    mode,
    destinationId: id,
    work: kind,
    reason: problem?.code ?? '',
    outcome,
  })
}
