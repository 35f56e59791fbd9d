import { enoughFunctions as enough } from '../../shared/admin/health/rules/instance-health.ts'
import { type ConcurrencyPlan, planConcurrency, streaming } from './concurrency-plan.ts'

const howToRaise = `Service Quotas → AWS Lambda → Concurrent executions (L-B99A9384), ${enough} or more. Then run npm run deploy again.`

/** Says in plain words what follows from the quota, and what to do if it is low. */
export function describePlan(quota: number): string[] {
  const plan = planConcurrency(quota)
  const lines = plan.streams > 0 ? withReservations(quota, plan) : withoutReservations(quota, plan)
  return quota < 100 ? [...lines, newAccount] : lines
}

function withReservations(quota: number, { reserved, streams }: ConcurrencyPlan): string[] {
  const all = Object.values(reserved).reduce((total, each) => total + each, 0)
  const forMoney = all - (reserved[streaming] ?? 0)
  const line = `${quota} functions can run at a time: ${forMoney} are reserved for payments (timers, scans, webhooks, sweeps), ${streams} for the streams of checkout pages, and ${quota - all} are left for requests and everything else in this account and Region.`
  return quota < enough ? [line, `More would be better. Request them: ${howToRaise}`] : [line]
}

function withoutReservations(quota: number, { requestsPerSecond }: ConcurrencyPlan): string[] {
  const { api, checkout, dashboard } = rounded(requestsPerSecond)
  return [
    `Only ${quota} functions can run at a time in this account and Region, too few to reserve any for payments. So checkout pages poll instead of streaming, and anyone who sends many requests can delay payments. There is room for about ${api} requests a second of merchants, ${checkout} of checkout pages, ${dashboard} of the dashboard. Before you accept payments, request a higher quota: ${howToRaise}`,
  ]
}

function rounded({ api, checkout, dashboard }: ConcurrencyPlan['requestsPerSecond']) {
  const [first, second, third] = [api, checkout, dashboard].map(
    (rate) => Math.floor(rate * 10) / 10,
  )
  return { api: first, checkout: second, dashboard: third }
}

const newAccount =
  'A quota this low is typical of a new account, which may also be unable to create CloudFront distributions. If the pages stack fails with "Your account must be verified", open a case with AWS Support (account and billing), and deploy again once it is resolved.'
