import { expect, test } from 'vitest'
import {
  alarmChecks,
  callbackChecks,
  deadLetterChecks,
  gasChecks,
  priceChecks,
  quotaChecks,
  timerChecks,
} from './instance-health.ts'

const findings = (checks: readonly { state: string; reason: string; of: string }[]) =>
  checks.map(({ state, reason, of }) => [state, reason, of])

const at = new Date('2026-11-20T10:00:00.000Z')
const price = (pair: string, state: 'agreed' | 'not_agreed' | 'off_peg' | 'unknown_peg') => ({
  pair,
  state,
  at,
  price: '1',
  sources: [],
})

test.each([
  ['none yet', [], [['ok', 'no_price_yet', '']]],
  ['that agree', [price('ETH/USD', 'agreed')], [['ok', 'prices_agree', '']]],
  [
    'one of each problem',
    [
      price('DAI/USD', 'unknown_peg'),
      price('ETH/USD', 'not_agreed'),
      price('EUR/USD', 'agreed'),
      price('USDC/USD', 'off_peg'),
    ],
    [
      ['warn', 'stablecoin_unknown', 'DAI'],
      ['bad', 'price_not_agreed', 'ETH/USD'],
      ['bad', 'stablecoin_off_peg', 'USDC'],
    ],
  ],
] as const)('prices: %s', (_, prices, expected) => {
  expect(findings(priceChecks(prices))).toEqual(expected)
})

test('a price that is not agreed on says since when', () => {
  expect(priceChecks([price('ETH/USD', 'not_agreed')])).toMatchObject([
    { details: { since: at.toISOString() } },
  ])
})

test('gas: enough, low and empty', () => {
  expect(findings(gasChecks([]))).toEqual([['ok', 'gas_enough', '']])
  const low = [
    { chain: 'Base', level: 'low' },
    { chain: 'Polygon', level: 'empty' },
  ] as const
  expect(findings(gasChecks(low))).toEqual([
    ['warn', 'gas_low', 'Base'],
    ['bad', 'gas_empty', 'Polygon'],
  ])
})

test('dead letters: any is a problem', () => {
  expect(findings(deadLetterChecks(0))).toEqual([['ok', 'no_dead_letters', '']])
  expect(deadLetterChecks(3)).toMatchObject([{ state: 'bad', details: { count: '3' } }])
})

test('timers: what is late by how many minutes', () => {
  const works = (open: number, sent: number, closed: number) =>
    timerChecks([
      { work: 'scans of open addresses', seconds: open },
      { work: 'webhook deliveries', seconds: sent },
      { work: 'scans of closed addresses', seconds: closed },
    ])
  expect(findings(works(0, 0, 0))).toEqual([['ok', 'work_in_time', '']])
  expect(works(1, 120, 0)).toMatchObject([
    { state: 'bad', reason: 'open_scans_late', details: { minutes: '1' } },
    { state: 'bad', reason: 'deliveries_late', details: { minutes: '2' } },
  ])
  expect(findings(works(0, 0, 60))).toEqual([['bad', 'closed_scans_late', '']])
})

test('callbacks: how many failed', () => {
  expect(findings(callbackChecks(0))).toEqual([['ok', 'callbacks_work', '']])
  expect(callbackChecks(2)).toMatchObject([{ state: 'bad', details: { count: '2' } }])
})

test.each([
  [null, []],
  [[], [['warn', 'no_alarm_address', '']]],
  [
    [
      { address: 'a@shop.example', isConfirmed: true },
      { address: 'b@shop.example', isConfirmed: false },
    ],
    [['warn', 'alarm_not_confirmed', 'b@shop.example']],
  ],
  [[{ address: 'a@shop.example', isConfirmed: true }], [['ok', 'alarms_sent', '']]],
])('alarms to %j', (addresses, found) => {
  expect(findings(alarmChecks(addresses))).toEqual(found)
})

test.each([
  [10, 'warn', 'quota_low'],
  [999, 'warn', 'quota_low'],
  [1_000, 'ok', 'quota_enough'],
] as const)('quota: %s', (concurrent, state, reason) => {
  expect(findings(quotaChecks(concurrent))).toEqual([[state, reason, '']])
})

test('one machine has no quota', () => {
  expect(findings(quotaChecks(null))).toEqual([])
})
