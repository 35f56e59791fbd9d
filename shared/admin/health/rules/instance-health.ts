import type { GasLevel } from '../../../money/sweeps/rules/gas-level.ts'
import type { PriceHealth } from '../../../records/prices/rules/price-health.ts'
import { check, type HealthCheck, type HealthReason } from './health-check.ts'

/** Whether customers can be quoted a price. */
export function priceChecks(prices: readonly PriceHealth[]): HealthCheck[] {
  if (prices.length === 0) return [check('ok', 'no_price_yet')]
  const found = prices.flatMap(({ pair, at, state }): HealthCheck[] => {
    const of = pair.replace('/USD', '')
    if (state === 'not_agreed') {
      return [check('bad', 'price_not_agreed', { of: pair, since: at.toISOString() })]
    }
    if (state === 'off_peg') return [check('bad', 'stablecoin_off_peg', { of })]
    return state === 'unknown_peg' ? [check('warn', 'stablecoin_unknown', { of })] : []
  })
  return found.length > 0 ? found : [check('ok', 'prices_agree', { prices: `${prices.length}` })]
}

/**
 * `low` names the chains whose gas wallet had too little when it was last checked; null if there are no gas wallets yet,
 * because the instance isn't set up.
 */
export function gasChecks(
  low: readonly { chain: string; level: GasLevel }[] | null,
): HealthCheck[] {
  if (low === null) return [check('bad', 'not_set_up')]
  if (low.length === 0) return [check('ok', 'gas_enough')]
  return low.map(({ chain: of, level }) =>
    level === 'empty' ? check('bad', 'gas_empty', { of }) : check('warn', 'gas_low', { of }),
  )
}

export function callbackChecks(failed: number): HealthCheck[] {
  if (failed === 0) return [check('ok', 'callbacks_work')]
  return [check('bad', 'callbacks_failing', { count: `${failed}` })]
}

export function deadLetterChecks(count: number): HealthCheck[] {
  if (count === 0) return [check('ok', 'no_dead_letters')]
  return [check('bad', 'dead_letters', { count: `${count}` })]
}

const lateReasons = {
  'scans of open addresses': 'open_scans_late',
  'webhook deliveries': 'deliveries_late',
  'scans of closed addresses': 'closed_scans_late',
} as const satisfies Record<string, HealthReason>

type Late = { work: keyof typeof lateReasons; seconds: number }

/** `works` with the seconds by which each exceeds its time limit. */
export function timerChecks(works: readonly Late[]): HealthCheck[] {
  const late = works.filter(({ seconds }) => seconds > 0)
  if (late.length === 0) return [check('ok', 'work_in_time')]
  return late.map(({ work, seconds }) =>
    check('bad', lateReasons[work], { minutes: `${Math.ceil(seconds / 60)}` }),
  )
}

/** An address that alarms are to be sent to. */
export type AlarmAddress = { address: string; isConfirmed: boolean }

/** `addresses` is null on one machine, which sends none. */
export function alarmChecks(addresses: readonly AlarmAddress[] | null): HealthCheck[] {
  if (addresses === null) return []
  if (addresses.length === 0) return [check('warn', 'no_alarm_address')]
  const unconfirmed = addresses.filter(({ isConfirmed }) => !isConfirmed)
  if (unconfirmed.length > 0) {
    return unconfirmed.map(({ address: of }) => check('warn', 'alarm_not_confirmed', { of }))
  }
  const sentTo = addresses.map(({ address }) => address).join(', ')
  return [check('ok', 'alarms_sent', { addresses: sentTo })]
}

/** AWS's default quota of concurrent executions. A new account may have 10. */
export const enoughFunctions = 1000

/** `concurrent` is null on one machine, which has no quota. */
export function quotaChecks(concurrent: number | null): HealthCheck[] {
  if (concurrent === null) return []
  const details = { concurrent: `${concurrent}`, enough: `${enoughFunctions}` }
  const isEnough = concurrent >= enoughFunctions
  return [isEnough ? check('ok', 'quota_enough', details) : check('warn', 'quota_low', details)]
}
