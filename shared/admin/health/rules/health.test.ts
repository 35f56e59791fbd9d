import { expect, test } from 'vitest'
import { endpointChecks, networkChecks, notifierChecks, payoutChecks } from './health.ts'

const node = {
  id: 'nd_1',
  host: 'one.example',
  lastFour: '',
  operator: 'one.example',
  weight: 1,
  source: 'url',
  standing: 'verified',
  problems: [],
  capabilities: null,
  probedAt: null,
  sealedUrl: { wrappedKey: '', iv: '', ciphertext: '', tag: '' },
} as const

const other = { ...node, id: 'nd_2', host: 'two.example', operator: 'two.example' }

const network = {
  name: 'Base',
  hasRealMoney: true,
  status: 'enabled',
  singleOperatorConfirmed: false,
  nodes: [node, other],
} as const

const findings = (checks: readonly { state: string; reason: string; of: string }[]) =>
  checks.map(({ state, reason, of }) => [state, reason, of])

const problem = { subject: 'head', expected: 'new', found: 'old' }

test.each([
  ['none', [], [['bad', 'no_network', '']]],
  ['only retiring ones', [{ ...network, status: 'retiring' }], [['bad', 'no_network', '']]],
  ['two operators', [network], [['ok', 'networks_work', '']]],
  [
    'no verified node',
    [{ ...network, nodes: [{ ...node, standing: 'unverified' }] }],
    [['bad', 'no_verified_node', 'Base']],
  ],
  ['one operator', [{ ...network, nodes: [node] }], [['bad', 'single_operator', 'Base']]],
  [
    'one operator that decides for a day',
    [{ ...network, trusted: 'one.example' }],
    [['bad', 'single_operator', 'Base']],
  ],
  [
    'no agreed block',
    [{ ...network, notAgreed: { since: new Date(0), missing: ['two.example'] } }],
    [['bad', 'network_not_agreed', 'Base']],
  ],
  [
    'one operator of play money',
    [{ ...network, hasRealMoney: false, nodes: [node] }],
    [['ok', 'networks_work', '']],
  ],
  [
    'a node with a problem',
    [{ ...network, nodes: [node, { ...other, problems: [problem] }] }],
    [['warn', 'node_problem', 'Base']],
  ],
] as const)('networks: %s', (_, networks, expected) => {
  expect(findings(networkChecks(networks))).toEqual(expected)
})

const payments = (inTime: number, of: number) => ({
  payments: Array.from({ length: of }, (_, at) => ({ sessionId: `cs_${at}`, inTime: at < inTime })),
  lastPaymentAt: null,
  lastNotificationAt: null,
})

test.each([
  ['none', [], [['warn', 'no_notifier', '']]],
  [
    'a failing one',
    [{ notifier: 'alchemy', problem: 'the token is refused', health: [] }],
    [['bad', 'notifier_failing', 'alchemy']],
  ],
  [
    'a late one',
    [{ notifier: 'alchemy', problem: null, health: [payments(8, 10)] }],
    [['warn', 'notifier_slow', 'alchemy']],
  ],
  [
    'one that has seen too few payments to tell',
    [{ notifier: 'alchemy', problem: null, health: [payments(0, 3)] }],
    [['ok', 'notifiers_work', '']],
  ],
] as const)('notifiers: %s', (_, connections, expected) => {
  expect(findings(notifierChecks(connections))).toEqual(expected)
})

test('payout wallets: those that are missing', () => {
  expect(findings(payoutChecks({ missing: [], leftOut: [] }))).toEqual([
    ['ok', 'payout_wallets_set', ''],
  ])
  const without = { missing: [{ name: 'Base' }], leftOut: [{ name: 'Polygon' }] }
  expect(findings(payoutChecks(without))).toEqual([
    ['warn', 'no_payout_wallet', 'Base'],
    ['warn', 'payout_wallet_left_out', 'Polygon'],
  ])
})

const endpoint = {
  id: 'we_1',
  host: 'shop.example',
  active: true,
  inactiveReason: null,
  failingSince: null,
  givenUp: '0',
}

test.each([
  ['none', [], [['ok', 'no_endpoint', '']]],
  ['one that works', [endpoint], [['ok', 'endpoints_work', '']]],
  [
    'one that its owner disabled',
    [{ ...endpoint, active: false, inactiveReason: 'disabled' }],
    [['ok', 'endpoints_work', '']],
  ],
  [
    'one that was disabled',
    [{ ...endpoint, active: false, inactiveReason: 'receiver_gone' }],
    [['bad', 'endpoint_disabled', 'shop.example']],
  ],
  [
    'one that fails',
    [{ ...endpoint, failingSince: new Date(0) }],
    [['warn', 'endpoint_failing', 'shop.example']],
  ],
  [
    'one that works again, and did not get everything',
    [{ ...endpoint, givenUp: '3' }],
    [['warn', 'deliveries_given_up', 'shop.example']],
  ],
] as const)('endpoints: %s', (_, endpoints, expected) => {
  expect(findings(endpointChecks(endpoints))).toEqual(expected)
})
