import { ok, rejected } from './dashboard-fixture.ts'
import type { Screen } from './dashboard-visits.ts'
import { payoutWallet } from './money-replies.ts'
import { finding, gas, health } from './money-screens.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const source = (name: string, price: string, seconds: number) => ({
  source: name,
  price,
  updatedAt: ago(seconds),
})

const price = (pair: string, ...sources: ReturnType<typeof source>[]) => ({
  pair,
  sources,
  state: 'agreed',
  price: sources[0]?.price ?? null,
  at: ago(22),
})

const prices = [
  price(
    'ETH/USD',
    source('Feeds (Ethereum)', '2512.40', 640),
    source('Coinbase', '2511.85', 22),
    source('Kraken', '2511.90', 22),
  ),
  price('USDC/USD', source('Feeds (Ethereum)', '0.9999', 7200)),
]

const unknownPrice = {
  ...price('POL/USD', source('Kraken', '0.41', 1500)),
  state: 'not_agreed',
  at: ago(1500),
}

const cost = {
  from: '2026-11-01',
  paid: 1208,
  abandoned: 3412,
  paidUsd: '0.32',
  abandonedUsd: '0.68',
  idleUsd: '3.71',
  totalUsd: '4.71',
}

const fine = (reason: string, details: Record<string, string> = {}) =>
  finding('ok', reason, details)

const working = [
  fine('networks_work', { networks: '6', nodes: '12' }),
  fine('notifiers_work'),
  fine('callbacks_work'),
  fine('payout_wallets_set'),
  fine('endpoints_work', { endpoints: '2' }),
  fine('prices_agree', { prices: '3' }),
  fine('gas_enough'),
  fine('no_dead_letters'),
  fine('work_in_time'),
  fine('books_agree', { since: ago(36_000), audited: '512' }),
  fine('quota_enough', { concurrent: '1000', enough: '1000' }),
  fine('alarms_sent', { addresses: 'ops@shop.example' }),
  fine('version', { release: health.release }),
]

const differing = '0x71f0F9b1f4E5B0cD4A1b3D3E0b8Cc1A2d3E4F5a6'

const troubled = [
  finding('bad', 'dead_letters', { count: '4' }),
  finding('bad', 'open_scans_late', { minutes: '12' }),
  finding('bad', 'price_not_agreed', { of: 'POL/USD', since: ago(1500) }),
  finding('bad', 'gas_empty', { of: 'Polygon' }),
  finding('bad', 'books_differ', { of: 'Base', count: '2', address: differing }),
  finding('warn', 'addresses_in_use', { since: ago(86_400) }),
  finding('warn', 'quota_low', { concurrent: '10', enough: '1000' }),
  finding('warn', 'alarm_not_confirmed', { of: 'ops@shop.example' }),
  finding('warn', 'check_failed', { of: 'cost' }),
  ...health.checks.filter(({ state }) => state === 'warn'),
  ...working.slice(1, 4),
]

const difference = (kind: string, said: string, shown: string, txHash: string | null = null) => ({
  kind,
  said,
  shown,
  txHash,
  explorerUrl: txHash && `https://basescan.org/tx/${txHash}`,
})

const books = {
  chainId: 8453,
  chain: 'Base',
  daily: null,
  ordered: null,
  underWay: null,
  problem: null,
  differing: 2,
  acknowledged: 12,
  findings: [
    {
      id: 'diff_1',
      sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
      address: differing,
      reportedAt: ago(7_000),
      acknowledged: null,
      differences: [
        difference('unnamed', '0 USDC', '12.5 USDC', `0x${'ab'.repeat(32)}`),
        difference('nonce', '1', '2'),
      ],
    },
    {
      id: 'diff_2',
      sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JM',
      address: payoutWallet,
      reportedAt: ago(90_000),
      acknowledged: { at: ago(3_600), note: 'The token keeps 5 %.' },
      differences: [difference('swept', '0.02 ETH', '0.019 ETH')],
    },
  ],
}

const replies = (shown: Record<string, unknown>) => ({
  'check-health': ok({ ...health, ...shown }),
  'show-gas': ok({ chains: gas }),
  'show-books': ok({ mode: 'live', orderedAt: null, chains: [books] }),
})

const skipped = (index: number, amount: string, isAhead: boolean) => ({
  ...{ walletId: 'wallet-1', index, amount, isAhead, address: payoutWallet },
  ...{ chainId: 8453, symbol: 'USDC' },
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
})

const path = '/live/doctor'
const troubledPage = { path, replies: replies({ checks: troubled }) }

export const doctorScreens = {
  doctor: {
    path,
    replies: replies({ checks: working, prices, cost }),
    shows: [
      ...['All is well', 'Nodes: 12.', 'Coinbase: $2,511.85,', 'in time'],
      ...['$4.71', '1,208 payments paid · $0.24 per 1,000'],
    ],
  },
  'doctor-problems': {
    path,
    replies: {
      // A newer version of the service than of the page.
      ...replies({ checks: troubled, prices: [...prices, unknownPrice], release: '0.2.0 1a2b3c4' }),
      'show-gas': rejected(409, 'wallet_not_configured'),
    },
    shows: [
      ...['5 problems, 7 warnings', 'Send again', 'Shut the other instance down.'],
      ...['is behind: its newest block is older than two minutes', 'Not checked: cost'],
      ...['Reload. If it stays, deploy again.', 'POL/USD', 'that no sweep names'],
      ...['Acknowledged: The token keeps 5 %.', 'Report it again', '12 more addresses'],
    ],
  },
  'doctor-acknowledge': {
    ...troubledPage,
    clicks: ['Acknowledge'],
    shows: ['Why is nothing wrong?', 'unless anything of the difference changes'],
  },
  'doctor-withdraw': {
    path,
    replies: {
      ...troubledPage.replies,
      'acknowledge-difference': rejected(404, 'resource_not_found', 'Nothing differs so.'),
    },
    clicks: ['Report it again'],
    shows: ['Nothing differs so.'],
  },
  'doctor-addresses': {
    path,
    replies: {
      ...replies({ checks: working }),
      'check-skipped-addresses': ok({
        found: [skipped(712, '0.25', false), skipped(20_713, '12', true)],
        unread: [{ chainId: 137, chain: 'Polygon', from: 0, reason: 'Its node did not respond.' }],
      }),
    },
    clicks: ['Check addresses'],
    shows: ['Address 712 of wallet-1', '--highest-index 20713', 'Polygon could not be read'],
  },
} satisfies Readonly<Record<string, Screen>>
