import { ok, rejected } from './dashboard-fixture.ts'
import { type Screen, signedIn, visit } from './dashboard-visits.ts'
import { finding, gas, health } from './money-screens.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const source = (name: string, price: string, seconds: number) => ({
  source: name,
  price,
  updatedAt: ago(seconds),
})

const price = (pair: string, state: string, sources: ReturnType<typeof source>[]) => ({
  pair,
  state,
  sources,
  price: sources[0]?.price ?? null,
  at: ago(state === 'agreed' ? 22 : 1500),
})

const ethSources = [
  source('Feeds (Ethereum)', '2512.40', 640),
  source('Coinbase', '2511.85', 22),
  source('Kraken', '2511.90', 22),
]

const prices = [
  price('ETH/USD', 'agreed', ethSources),
  price('EUR/USD', 'agreed', [
    source('Feeds (Ethereum)', '1.0874', 3000),
    source('Coinbase', '1.0877', 22),
  ]),
  price('USDC/USD', 'agreed', [source('Feeds (Ethereum)', '0.9999', 7200)]),
]

const cost = {
  from: '2026-11-01',
  paid: 1208,
  abandoned: 3412,
  paidUsd: '0.32',
  abandonedUsd: '0.68',
  idleUsd: '3.71',
  totalUsd: '4.71',
}

const working = [
  finding('ok', 'networks_work', { networks: '6', nodes: '12' }),
  finding('ok', 'notifiers_work', {}),
  finding('ok', 'callbacks_work', {}),
  finding('ok', 'payout_wallets_set', {}),
  finding('ok', 'endpoints_work', { endpoints: '2' }),
  finding('ok', 'prices_agree', { prices: '3' }),
  finding('ok', 'gas_enough', {}),
  finding('ok', 'no_dead_letters', {}),
  finding('ok', 'work_in_time', {}),
  finding('ok', 'books_agree', { since: ago(36_000), audited: '512' }),
  finding('ok', 'quota_enough', { concurrent: '1000', enough: '1000' }),
  finding('ok', 'alarms_sent', { addresses: 'ops@shop.example' }),
  finding('ok', 'version', { release: health.release }),
]

const troubled = [
  finding('bad', 'dead_letters', { count: '4' }),
  finding('bad', 'open_scans_late', { minutes: '12' }),
  finding('bad', 'price_not_agreed', { of: 'POL/USD', since: ago(1500) }),
  finding('bad', 'gas_empty', { of: 'Polygon' }),
  finding('bad', 'books_differ', {
    of: 'Base',
    count: '2',
    address: '0x71f0F9b1f4E5B0cD4A1b3D3E0b8Cc1A2d3E4F5a6',
  }),
  finding('warn', 'addresses_in_use', { since: ago(86_400) }),
  finding('warn', 'quota_low', { concurrent: '10', enough: '1000' }),
  finding('warn', 'alarm_not_confirmed', { of: 'ops@shop.example' }),
  finding('warn', 'check_failed', { of: 'cost' }),
  ...health.checks.filter(({ state }) => state === 'warn'),
  ...working.slice(1, 4),
]

type Shown = { kind: string; said: string; shown: string; txHash?: string }

const difference = ({ txHash, ...shown }: Shown) => ({
  ...shown,
  txHash: txHash ?? null,
  explorerUrl: txHash ? `https://basescan.org/tx/${txHash}` : null,
})

const books = [
  {
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
        acknowledged: null,
        sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
        reportedAt: ago(7_000),
        address: '0x71f0F9b1f4E5B0cD4A1b3D3E0b8Cc1A2d3E4F5a6',
        differences: [
          difference({
            kind: 'unnamed',
            said: '0 USDC',
            shown: '12.5 USDC',
            txHash: `0x${'ab'.repeat(32)}`,
          }),
          difference({ kind: 'nonce', said: '1', shown: '2' }),
        ],
      },
      {
        id: 'diff_2',
        acknowledged: { at: ago(3_600), note: 'The token keeps 5 %.' },
        sessionId: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JM',
        reportedAt: ago(90_000),
        address: '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc',
        differences: [difference({ kind: 'swept', said: '0.02 ETH', shown: '0.019 ETH' })],
      },
    ],
  },
]

const replies = (shown: Record<string, unknown>) => ({
  ...visit(signedIn),
  'check-health': ok({ ...health, ...shown }),
  'show-gas': ok({ chains: gas }),
  'show-books': ok({ mode: 'live', orderedAt: null, chains: books }),
})

const skipped = (index: number, amount: string, isAhead: boolean) => ({
  walletId: 'wallet-1',
  index,
  amount,
  isAhead,
  chainId: 8453,
  symbol: 'USDC',
  address: '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc',
  tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
})

const path = '/live/doctor'

export const doctorScreens: Readonly<Record<string, Screen>> = {
  doctor: {
    path,
    replies: replies({ checks: working, prices, cost }),
    shows: [
      'All is well',
      'Nodes: 12.',
      'Coinbase: $2,511.85,',
      '$4.71',
      '1,208 payments paid · $0.24 per 1,000',
      'in time',
    ],
  },
  'doctor-problems': {
    path,
    replies: {
      ...replies({
        checks: troubled,
        prices: [...prices, price('POL/USD', 'not_agreed', [source('Kraken', '0.41', 1500)])],
      }),
      'show-gas': rejected(409, 'wallet_not_configured'),
    },
    shows: [
      '5 problems, 6 warnings',
      'Send again',
      'Shut the other instance down.',
      'is behind: its newest block is older than two minutes',
      'Not checked: cost',
      'POL/USD',
      'that no sweep names',
      'Acknowledged: The token keeps 5 %.',
      'Report it again',
      '12 more addresses',
    ],
  },
  'doctor-acknowledge': {
    path,
    replies: replies({ checks: troubled }),
    clicks: ['Acknowledge'],
    shows: ['Why is nothing wrong?', 'unless anything of the difference changes'],
  },
  'doctor-without-books': {
    path,
    replies: {
      ...replies({ checks: troubled }),
      'show-books': rejected(500, 'internal', 'It could not be read.'),
    },
    shows: ['Books that differ from the chain', 'It could not be read.'],
  },
  'doctor-withdraw': {
    path,
    replies: {
      ...replies({ checks: troubled }),
      'acknowledge-difference': rejected(
        404,
        'resource_not_found',
        'Nothing differs as diff_2 says.',
      ),
    },
    clicks: ['Report it again'],
    shows: ['Nothing differs as diff_2 says.'],
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
  'doctor-update': {
    path,
    replies: replies({ checks: working, release: '0.2.0 1a2b3c4' }),
    shows: ['1 warning', 'Reload. If it stays, deploy again.'],
  },
}
