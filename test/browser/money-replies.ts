const address = '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc'
const deposit = '0x52908400098527886E0F7030069857D2E4169EE7'
const at = '2026-11-20T09:10:00.000Z'

const dayMs = 86_400_000
const heights = [7, 4, 3, 2, 8, 6, 4, 9, 3, 2, 10, 12, 9, 5, 4]

/** The last days, today last; the same every time but for their dates. */
const days = Array.from({ length: 60 }, (_, index) => {
  const height = heights[index % heights.length] ?? 1
  const lost = index % 3 === 0 ? height * 8 : 0
  return {
    day: new Date(Date.now() - (59 - index) * dayMs).toISOString().slice(0, 10),
    counts: {
      created: height,
      paid: height - 1,
      paidLate: index === 40 ? 1 : 0,
      overpaid: index === 50 ? 1 : 0,
      underpaid: index === 58 ? 1 : 0,
      expired: lost > 0 ? 1 : 0,
      failed: index === 33 ? 1 : 0,
      refunded: index === 52 ? 1 : 0,
    },
    volumes: [
      {
        currency: 'USD',
        completed: `${height * 48}.25`,
        lost: `${lost}.00`,
        refunded: index === 52 ? '18.00' : '0.00',
      },
      ...(index > 50
        ? [{ currency: 'EUR', completed: '12.00', lost: '0.00', refunded: '0.00' }]
        : []),
    ],
  }
})

const awaited = (chain: string, [amount, asset]: [string, string], valueUsd: string) => ({
  chainId: chain.length,
  chain,
  asset,
  amount,
  addresses: 2,
  valueUsd,
})

const sessionId = 'cs_01JD8Z3K5V7Q2N4M00000000AA'

const about = (customerEmail: string | null, reference: string | null, amount: string) => ({
  customerEmail,
  reference,
  linkTitle: 'Annual subscription',
  fiat: { amount, currency: 'USD' },
})

export const overview = {
  mode: 'live',
  at,
  newPayments: 'accepted',
  days,
  isPartial: false,
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
        sessionId,
        received: '118.5',
        missing: '1.5',
        asset: 'USDC',
        chain: 'Arbitrum One',
        closedAt: at,
      },
    ],
    overpaid: [
      {
        ...about('ben.okafor@northfield-subscriptions.example', '10471', '25.00'),
        sessionId: `${sessionId}1`,
        received: '26',
        excess: '1',
        asset: 'USDC',
        chain: 'Base',
        closedAt: at,
      },
    ],
    deposits: [
      {
        ...about(null, '10466', '25.00'),
        id: '137:0xaa',
        sessionId,
        amount: '25',
        symbol: 'USDC',
        chain: 'Polygon',
        reason: 'other_chain',
        seenAt: at,
      },
    ],
    payments: [
      {
        ...about('tomas.hajek@example.com', null, '120.00'),
        id: 'moonpay:1',
        sessionId,
        provider: 'moonpay',
        amount: '47.00',
        currency: 'USD',
        reason: 'partial',
        seenAt: at,
      },
    ],
    gas: [{ chainId: 137, chain: 'Polygon', level: 'empty' }],
    failingEndpoints: 1,
    more: ['deposits'],
  },
}

const nothing = {
  underpaid: [],
  overpaid: [],
  deposits: [],
  payments: [],
  gas: [],
  failingEndpoints: 0,
  more: [],
}
const quiet = days.map((day) => ({
  ...day,
  counts: {
    created: 0,
    paid: 0,
    paidLate: 0,
    overpaid: 0,
    underpaid: 0,
    expired: 0,
    failed: 0,
    refunded: 0,
  },
  volumes: [],
}))

/** Before the first payment. */
export const emptyOverview = {
  mode: 'live',
  at,
  newPayments: 'accepted',
  days: quiet,
  isPartial: false,
  awaiting: [],
  attention: nothing,
  uncounted: 0,
  sweeping: 0,
}

/** A quiet day: everything is decided and swept. */
export const calmOverview = { ...emptyOverview, days }

/** The first payment was made a moment ago. */
export const paidOverview = { ...calmOverview, uncounted: 1 }

const line = (chain: string, asset: string, [received, swept, fees, unswept]: string[]) => ({
  chainId: chain.length,
  chain,
  asset,
  tokenAddress: null,
  missing: '0',
  gasAdvanced: '0',
  arrived: { addresses: 0, amount: '0' },
  received,
  swept,
  fees,
  unswept,
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
      '104.182300000000000001',
      '104.0889',
      '0.014960999999811',
      '0.062618999999811',
    ]),
    { ...line('OP Mainnet', 'USDC', ['0', '0', '0', '0']), arrived: { addresses: 1, amount: '0' } },
    line('Gnosis', 'xDAI', ['0.000000012345678901', '0', '0', '0.000000012345678901']),
  ],
  refused: [
    { chainId: 137, chain: 'Polygon', asset: 'USDT', address, amount: '20', details: 'reverted' },
  ],
}

const sweep = (id: string, status: string, [amount, chain]: [string, string]) => ({
  id: `sw_01JD8Z3K5V7Q2N4M0000000${id}`,
  mode: 'live',
  chainId: 1,
  chain,
  status,
  kind: 'authorized',
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

export const sweepShown = {
  ...sweep('1', 'broadcast', ['0.062618999999811 ETH', 'Ethereum']),
  problem: 'The fee was raised once; the network asks for more.',
  sender: deposit,
  recipient: address,
  nonce: 0,
  mined: null,
  items: [
    { sessionId, address: deposit, planned: '0.062618999999811 ETH', moved: null, failure: null },
  ],
  attempts: [
    {
      recipient: address,
      hash: `0x${'a0cc'.repeat(16)}`,
      url: 'https://etherscan.example/tx/0xa0cc',
      maxFeePerGas: '1',
      maxPriorityFeePerGas: '1',
      isCancellation: false,
      signedAt: at,
    },
  ],
}

const listed = (symbol: string, amount: string, reason: string) => ({
  id: `137:${symbol}`,
  mode: 'live',
  sessionId,
  address: deposit,
  chainId: 137,
  symbol,
  chain: 'Polygon',
  amount,
  reason,
  seenAt: at,
  cursor: symbol,
  tokenAddress: '0xdF9800000000000000000000000000000000e114',
})

export const deposits = {
  deposits: [listed('USDC', '25', 'other_chain'), listed('0xdF98…e114', '9000', 'unlisted')],
  nextCursor: null,
}

export const providerPayments = {
  payments: [
    {
      id: 'moonpay:1',
      mode: 'live',
      sessionId,
      provider: 'moonpay',
      amount: '47.00',
      currency: 'USD',
      reason: 'partial',
      advice: '',
      seenAt: at,
      cursor: 'a',
    },
  ],
  nextCursor: null,
}

export const payoutWallet = '0xf1bf5A0c8E2d4b6a7C9D3e1F0a2B4c6D8e0F68Bc'

export const payoutWallets = [
  {
    mode: 'live',
    chainId: 1,
    chain: 'Ethereum',
    address: payoutWallet,
    effectiveAt: '2026-11-01T10:00:00.000Z',
  },
  {
    mode: 'live',
    chainId: 8453,
    chain: 'Base',
    address: payoutWallet,
    effectiveAt: '2026-11-01T10:00:00.000Z',
  },
].map((wallet, index) => ({
  ...wallet,
  next:
    index === 0
      ? null
      : {
          address: '0x52908400098527886E0F7030069857D2E4169EE7',
          effectiveAt: '2026-11-30T12:00:00.000Z',
        },
}))
