import type { NoticeDestination } from '../../sale-notices/rules/notice-destination.ts'
import { check, type HealthCheck } from './health-check.ts'

type Checked = Pick<NoticeDestination, 'kind' | 'problem' | 'failingSince' | 'offSince'>

/** Whether sale notices arrive. There needn't be any, and those that an owner turned off are not checked. */
export function noticeChecks(destinations: readonly Checked[]): HealthCheck[] {
  const found = destinations.flatMap(({ kind: of, problem, failingSince, offSince }) => {
    if (!failingSince) return []
    const details = { of, problem: problem?.said ?? '', since: failingSince.toISOString() }
    return [check('warn', offSince ? 'notices_off' : 'notices_failing', details)]
  })
  if (found.length > 0) return found
  const { length } = destinations.filter(({ offSince }) => offSince === null)
  return length === 0 ? [] : [check('ok', 'notices_arrive', { destinations: `${length}` })]
}
