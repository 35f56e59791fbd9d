import { dayOf, emptyDay } from '../../shared/admin/statistics/rules/day-statistics.ts'
import { sweepProblem } from '../../shared/payments/holdings/rules/sweep-problems.ts'

export const payoutWallet = '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc'
const deposit = '0x52908400098527886E0F7030069857D2E4169EE7'
const at = '2026-11-20T09:10:00.000Z'

const dayMs = 86_400_000
const heights = [7, 4, 3, 2, 8, 6, 4, 9, 3, 2, 10, 12, 9, 5, 4]

/** The last days, today last. */
const quietDays = Array.from({ length: 60 }, (_, index) => {
  const now = new Date()
  const { day, counts } = emptyDay(dayOf(new Date(now.getTime() - (59 - index) * dayMs)), now)
  return { day, counts, volumes: [] }
})

/** The same every time but for their dates. */
const days = quietDays.map(({ day }, index) => {
  const height = heights[index % heights.length] ?? 1
  const lost = index % 3 === 0 ? height * 8 : 0
  const one = (on: number) => (index === on ? 1 : 0)
  const refunded = index === 52 ? '18.00' : '0.00'
  const usd = { currency: 'USD', completed: `${height * 48}.25`, lost: `${lost}.00`, refunded }
  const eur = { currency: 'EUR', completed: '12.00', lost: '0.00', refunded: '0.00' }
  return {
    day,
    counts: {
      created: height,
      paid: height - 1,
      paidLate: one(40),
      overpaid: one(50),
      underpaid: one(58),
      expired: lost > 0 ? 1 : 0,
      failed: one(33),
      refunded: one(52),
    },
    volumes: index > 50 ? [usd, eur] : [usd],
  }
})

const awaited = (chain: string, [amount, asset]: [string, string], valueUsd: string) => ({
  chainId: chain.length,
  chain,
  asset,
  amount,
  valueUsd,
  addresses: 2,
})

const sessionId = 'cs_01JD8Z3K5V7Q2N4M00000000AA'

/** What a hosted provider reports: less was paid than was asked for. */
const partial = {
  ...{ id: 'moonpay:1', provider: 'moonpay', amount: '47.00', currency: 'USD' },
  reason: 'partial',
  seenAt: at,
}

const about = (customerEmail: string | null, reference: string | null, amount: string) => ({
  sessionId,
  customerEmail,
  reference,
  linkTitle: 'Annual subscription',
  fiat: { amount, currency: 'USD' },
})

/** Before the first payment. */
export const emptyOverview = {
  mode: 'live',
  at,
  newPayments: 'accepted',
  days: quietDays,
  isPartial: false,
  awaiting: [],
  uncounted: 0,
  sweeping: 0,
  attention: {
    underpaid: [],
    overpaid: [],
    deposits: [],
    payments: [],
    gas: [],
    more: [],
    failingEndpoints: 0,
  },
}

/** A quiet day: everything is decided and swept. */
export const calmOverview = { ...emptyOverview, days }

export const overview = {
  ...calmOverview,
  uncounted: 2,
  sweeping: 1,
  awaiting: [
    awaited('Base', ['812.5', 'USDC'], '812.50'),
    awaited('Ethereum', ['0.078449999999999811', 'ETH'], '240.03'),
    awaited('Polygon', ['180', 'USDT'], '180.00'),
  ],
  attention: {
    underpaid: [
      {
        ...about('ana@example.com', '10479', '120.00'),
        ...{ received: '118.5', missing: '1.5', asset: 'USDC', chain: 'Arbitrum One' },
        closedAt: at,
      },
    ],
    overpaid: [
      {
        ...about('ben.okafor@northfield-subscriptions.example', '10471', '25.00'),
        ...{ received: '26', excess: '1', asset: 'USDC', chain: 'Base' },
        closedAt: at,
      },
    ],
    deposits: [
      {
        ...about(null, '10466', '25.00'),
        ...{ id: '137:0xaa', amount: '25', symbol: 'USDC', chain: 'Polygon' },
        reason: 'other_chain',
        seenAt: at,
      },
    ],
    payments: [{ ...about('tomas.hajek@example.com', null, '120.00'), ...partial }],
    gas: [{ chainId: 137, chain: 'Polygon', level: 'empty' }],
    failingEndpoints: 1,
    more: ['deposits'],
  },
}

const line = (chain: string, asset: string, [received, swept, fees, unswept]: string[]) => ({
  ...{ chainId: chain.length, chain, asset, tokenAddress: null },
  ...{ received, swept, fees, unswept },
  missing: '0',
  gasAdvanced: '0',
  arrived: { addresses: 0, amount: '0' },
  waiting: [],
})

export const payouts = {
  ownerSweeps: null,
  mode: 'live',
  ledger: [
    {
      ...line('Base', 'USDC', ['24812.5', '24000', '0', '812.5']),
      arrived: { addresses: 2, amount: '168.5' },
    },
    line('Arbitrum One', 'USDC', ['6404.5', '6286', '0', '118.5']),
    {
      ...line('Polygon', 'USDT', ['3312', '3132', '0', '180']),
      waiting: [{ reason: 'gas_wallet_empty', addresses: 2, amount: '180' }],
    },
    line('Ethereum', 'ETH', [
      ...['104.182300000000000001', '104.0889', '0.014960999999811', '0.062618999999811'],
    ]),
    { ...line('OP Mainnet', 'USDC', ['0', '0', '0', '0']), arrived: { addresses: 1, amount: '0' } },
    line('Gnosis', 'xDAI', ['0.000000012345678901', '0', '0', '0.000000012345678901']),
  ],
  refused: [
    {
      ...{ chainId: 137, chain: 'Polygon', asset: 'USDT', amount: '20' },
      address: payoutWallet,
      details: 'reverted',
    },
  ],
}

const sweep = (id: string, status: string, [amount, chain]: [string, string]) => ({
  id: `sw_01JD8Z3K5V7Q2N4M0000000${id}`,
  ...{ mode: 'live', chainId: 1, chain, status, kind: 'authorized' },
  asset: amount.split(' ')[1],
  addresses: Number(id),
  amount,
  fee: status === 'final' ? '0.000031270999999811 ETH' : null,
  problem: null,
  createdAt: at,
  finalAt: status === 'final' ? at : null,
})

export const sweeps = {
  sweeps: [
    sweep('5', 'mined', ['480 USDC', 'Base']),
    sweep('1', 'broadcast', ['0.062618999999811 ETH', 'Ethereum']),
    sweep('3', 'final', ['360 USDC', 'Arbitrum One']),
    sweep('2', 'canceled', ['1240.25 USDC', 'Base']),
  ],
  next: 'sw_01JD8Z3K5V7Q2N4M00000002',
}

const held = sweepProblem('fees_above_plan', { sender: deposit })

export const sweepShown = {
  ...sweep('1', 'broadcast', ['0.062618999999811 ETH', 'Ethereum']),
  problem: held.text,
  problemWords: held.words,
  sender: deposit,
  recipient: payoutWallet,
  nonce: 0,
  mined: null,
  items: [
    { sessionId, address: deposit, planned: '0.062618999999811 ETH', moved: null, failure: null },
  ],
  attempts: [
    {
      hash: `0x${'a0cc'.repeat(16)}`,
      url: 'https://etherscan.example/tx/0xa0cc',
      recipient: payoutWallet,
      maxFeePerGas: '1',
      maxPriorityFeePerGas: '1',
      isCancellation: false,
      signedAt: at,
    },
  ],
}

const listed = (symbol: string, amount: string, reason: string) => ({
  ...{ id: `137:${symbol}`, mode: 'live', sessionId, address: deposit, cursor: symbol },
  ...{ chainId: 137, chain: 'Polygon', symbol, amount, reason, seenAt: at },
  tokenAddress: '0xdF9800000000000000000000000000000000e114',
})

export const deposits = {
  deposits: [listed('USDC', '25', 'other_chain'), listed('0xdF98…e114', '9000', 'unlisted')],
  nextCursor: null,
}

export const providerPayments = {
  payments: [{ ...partial, mode: 'live', sessionId, advice: '', cursor: 'a' }],
  nextCursor: null,
}

const wallet = {
  mode: 'live',
  address: payoutWallet,
  effectiveAt: '2026-11-01T10:00:00.000Z',
  next: null,
}

/** The address of the second one will change. */
export const payoutWallets = [
  { ...wallet, chainId: 1, chain: 'Ethereum' },
  {
    ...wallet,
    chainId: 8453,
    chain: 'Base',
    next: { address: deposit, effectiveAt: '2026-11-30T12:00:00.000Z' },
  },
]

/** How far a mode is set up: its networks are enabled. */
export const modeWith = (mode: string, networks: number[]) => ({
  mode,
  networks,
  firstAddress: payoutWallet,
  hasApiKey: true,
  payoutWallets: networks,
  leftOut: [],
})

export const setupOf = (modes: readonly object[]) => ({
  baseUrl: 'https://pay.northfield.example',
  isSetUp: true,
  ownerSweeps: false,
  testPayment: null,
  modes,
})
