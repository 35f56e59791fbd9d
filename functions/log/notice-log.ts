import type { FailedNotice } from '../../shared/admin/sale-notices/send-sale-notices.ts'
import { log } from './log.ts'

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
