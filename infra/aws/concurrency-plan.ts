import { modes } from '../../shared/kernel/mode.ts'
import { mostParts } from '../../shared/payments/ledger/rules/reconciler-parts.ts'
import type { ModeQueue } from '../function-row.ts'

/** The REST APIs: of merchants, checkout pages, operators, and of those who notify the service. */
export type ApiName = 'api' | 'checkout' | 'dashboard' | 'callbacks'

/** How the functions that an account can run at a time in a Region are shared. */
export type ConcurrencyPlan = {
  /** By function: concurrency that no other function can take, and the maximum of this one. Others share the rest. */
  reserved: Readonly<Record<string, number>>
  /** Streams of checkout pages that may be open at a time. 0: there is no stream, and pages poll. */
  streams: number
  /** Batches of each mode's queue at a time; null if the consumer's reservation is the only limit. */
  batches: Readonly<Record<ModeQueue, number | null>>
  /** Over all methods of each API. */
  requestsPerSecond: Readonly<Record<ApiName, number>>
  /** The minimum for each method, though the sum may then exceed the API's limit. */
  leastPerMethod: number
}

const keptByAws = 100
/** With a smaller quota, reservations would leave too little to everything else. */
const reservesFrom = 300

/** For payments: a number for any quota, or a share of it if that is more. */
const guaranteed: Readonly<Record<string, { least: number; share: number }>> = {
  // Both modes' batches, 50 each.
  'deliver-webhooks': { least: 100, share: 0.1 },
  'scan-addresses-live': { least: 5, share: 0.005 },
  'scan-addresses-test': { least: 5, share: 0.005 },
  'watch-session-live': { least: 16, share: 0.04 },
  'watch-session-test': { least: 4, share: 0.01 },
  'recheck-payment-live': { least: 16, share: 0.04 },
  'recheck-payment-test': { least: 4, share: 0.01 },
  // Orders without a newer price take the last known one while it is good.
  'refresh-prices': { least: 10, share: 0.02 },
  reconcile: { least: modes.length * mostParts, share: 0 },
  // Each mode once a minute, and once more if a run takes longer.
  relay: { least: 4, share: 0 },
  'scan-closed-addresses': { least: 4, share: 0 },
  'ask-providers': { least: 4, share: 0 },
  // Runs may take three minutes.
  sweep: { least: 8, share: 0 },
}

export const streaming = 'stream-session'
const mostStreams = 200

export const reservable: readonly string[] = [...Object.keys(guaranteed), streaming]

/** A share of all requests, and a maximum per second: more than one deployment needs. */
const requests: Readonly<Record<ApiName, { share: number; most: number }>> = {
  api: { share: 0.3, most: 800 },
  checkout: { share: 0.4, most: 800 },
  dashboard: { share: 0.2, most: 200 },
  callbacks: { share: 0.1, most: 200 },
}

/** An assumption: how long requests take on average, cold starts included. */
const meanSeconds = 0.5
/** The share of a small quota that requests may use. */
const shareOfRequests = 0.4

/**
 * Returns how a quota of concurrent executions is used, so that neither streams nor requests can take what payments
 * need. A small quota has no reservations: then streams are left out, and the APIs accept fewer requests.
 */
export function planConcurrency(quota: number): ConcurrencyPlan {
  return quota < reservesFrom ? sharedPlan(quota) : reservedPlan(quota)
}

function sharedPlan(quota: number): ConcurrencyPlan {
  const batches = (share: number, most: number) => between(2, Math.floor(quota * share), most)
  const [scans, deliveries] = [batches(0.05, 5), batches(0.1, 50)]
  return {
    reserved: {},
    streams: 0,
    batches: {
      'scans-live': scans,
      'scans-test': scans,
      'webhook-deliveries-live': deliveries,
      'webhook-deliveries-test': deliveries,
    },
    requestsPerSecond: requestsFor(quota * shareOfRequests),
    // Otherwise the dashboard's pages would not open.
    leastPerMethod: 0.5,
  }
}

function reservedPlan(quota: number): ConcurrencyPlan {
  const money = Object.fromEntries(
    Object.entries(guaranteed).map(([name, { least, share }]) => [
      name,
      Math.max(least, Math.floor(quota * share)),
    ]),
  )
  const forMoney = sum(Object.values(money))
  const spare = quota - keptByAws - forMoney
  const streams = Math.min(mostStreams, Math.floor(spare / 2))
  const deliveries = Math.min(1000, Math.floor((money['deliver-webhooks'] ?? 0) / 2))
  return {
    reserved: { ...money, [streaming]: streams },
    streams,
    batches: {
      'scans-live': Math.min(1000, money['scan-addresses-live'] ?? 0),
      // Polled less while there are none. One that is throttled is scanned by the reconciler, and never lost.
      'scans-test': null,
      'webhook-deliveries-live': deliveries,
      'webhook-deliveries-test': deliveries,
    },
    requestsPerSecond: requestsFor(quota - forMoney - streams),
    leastPerMethod: 0,
  }
}

/** All APIs together accept so many requests that their functions run at most so many at a time. */
function requestsFor(atATime: number): Record<ApiName, number> {
  const perSecond = (name: ApiName) =>
    Math.min((atATime * requests[name].share) / meanSeconds, requests[name].most)
  return {
    api: perSecond('api'),
    checkout: perSecond('checkout'),
    dashboard: perSecond('dashboard'),
    callbacks: perSecond('callbacks'),
  }
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
