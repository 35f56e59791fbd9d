import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConcurrencyPlan, planConcurrency } from '../../infra/aws/concurrency-plan.ts'
import { describePlan } from '../../infra/aws/describe-plan.ts'
import { functions, workers } from '../../infra/functions.ts'
import { streamSession } from '../../shared/merchant/checkout/stream-session.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const reservedBy = ({ reserved }: ConcurrencyPlan) => sum(Object.values(reserved))
const perSecond = ({ requestsPerSecond }: ConcurrencyPlan) => sum(Object.values(requestsPerSecond))
/** The average duration of a request that the plan assumes. */
const seconds = 0.5

const enough = fc.integer({ min: 300, max: 50_000 })
const few = fc.integer({ min: 10, max: 299 })

describe('a quota of 300 or more', () => {
  it('leaves the 100 that AWS keeps', () => {
    void fc.assert(
      fc.property(enough, (quota) => {
        expect(reservedBy(planConcurrency(quota))).toBeLessThanOrEqual(quota - 100)
      }),
    )
  })

  it('gives payments what neither streams nor requests can take', () => {
    void fc.assert(
      fc.property(enough, (quota) => {
        const { reserved, streams, batches } = planConcurrency(quota)
        expect(reserved['deliver-webhooks']).toBeGreaterThanOrEqual(100)
        // SQS stops receiving at the limit of each mode, so neither can use up the function's reservation.
        expect(reserved['deliver-webhooks']).toBeGreaterThanOrEqual(
          Number(batches['webhook-deliveries-live']) + Number(batches['webhook-deliveries-test']),
        )
        expect(reserved['scan-addresses-live']).toBe(batches['scans-live'])
        // Unlimited by its mapping, but not by its function.
        expect(batches['scans-test']).toBeNull()
        expect(reserved['scan-addresses-test']).toBeGreaterThanOrEqual(5)
        expect(reserved['stream-session']).toBe(streams)
        expect(streams).toBeGreaterThan(0)
      }),
    )
  })

  it('has room for all requests that the APIs accept', () => {
    void fc.assert(
      fc.property(enough, (quota) => {
        const plan = planConcurrency(quota)
        const room = quota - reservedBy(plan)
        // Up to the precision of shares.
        expect(perSecond(plan) * seconds).toBeLessThan(room + 0.001)
        expect(plan.leastPerMethod).toBe(0)
      }),
    )
  })

  it('reserves no less if it is raised, so that no step of an update exceeds it', () => {
    void fc.assert(
      fc.property(enough, fc.nat(1000), (quota, more) => {
        const [before, after] = [planConcurrency(quota), planConcurrency(quota + more)]
        for (const [name, least] of Object.entries(before.reserved)) {
          expect(after.reserved[name]).toBeGreaterThanOrEqual(least)
        }
      }),
    )
  })

  it('covers every worker whose absence would cost a payment or a webhook', () => {
    const others = ['retire-networks', 'sync-notifiers', 'probe-chains'].concat(
      'verify-proof',
      'tell-wrong-codes',
      'mail-changes',
      'send-sale-notices',
      'deliver-instance-webhooks',
      'audit-books',
      'avoid-used-addresses',
      'watch-refunds',
      'erase-customers',
    )
    const { reserved } = planConcurrency(1000)
    const expected = Object.keys(workers).filter((name) => !others.includes(name))
    expect(Object.keys(reserved).sort()).toEqual([...expected, streamSession.name].sort())
    for (const name of Object.keys(reserved)) expect(functions).toHaveProperty([name])
  })

  it('has a place for each run that a schedule can have at a time, in both modes', () => {
    const { reserved } = planConcurrency(300)
    for (const [name, { trigger, timeoutSeconds }] of Object.entries(workers)) {
      if (trigger.kind !== 'schedule' || !(name in reserved)) continue
      const runs = Math.ceil(timeoutSeconds / trigger.everySeconds) + 1
      expect(reserved[name], name).toBeGreaterThanOrEqual(2 * runs)
    }
  })
})

describe('a lower quota', () => {
  it('has no reservations and no streams', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 1, max: 299 }), (quota) => {
        expect(planConcurrency(quota)).toMatchObject({ reserved: {}, streams: 0 })
      }),
    )
  })

  it('is used by requests to 40 % at most, unless they come to every method', () => {
    void fc.assert(
      fc.property(few, (quota) => {
        const plan = planConcurrency(quota)
        expect(perSecond(plan) * seconds).toBeCloseTo(quota * 0.4)
      }),
    )
  })

  it('lets AWS accept its values', () => {
    void fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), (quota) => {
        const { batches, requestsPerSecond } = planConcurrency(quota)
        const limits = Object.values(batches).filter((most) => most !== null)
        expect(limits.length).toBeGreaterThanOrEqual(3)
        for (const most of limits) {
          expect(most).toBeGreaterThanOrEqual(2)
          expect(most).toBeLessThanOrEqual(1000)
        }
        for (const rate of Object.values(requestsPerSecond)) expect(rate).toBeGreaterThan(0)
      }),
    )
  })
})

it('is explained to the owner', () => {
  expect(describePlan(10)).toEqual([
    expect.stringMatching(
      /^Only 10 functions .+ 2\.4 requests a second of merchants, 3\.2 of checkout pages/,
    ),
    expect.stringContaining('"Your account must be verified"'),
  ])
  expect(describePlan(400)).toEqual([
    '400 functions can run at a time: 190 are reserved for payments (timers, scans, webhooks, sweeps), 55 for the streams of checkout pages, and 155 are left for requests and everything else in this account and Region.',
    expect.stringContaining('Service Quotas → AWS Lambda → Concurrent executions (L-B99A9384)'),
  ])
  expect(describePlan(1000)).toEqual([expect.stringContaining('200 for the streams')])
})
