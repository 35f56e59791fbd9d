import { describe, expect, it } from 'vitest'
import {
  compareBooks,
  type SaidAsset,
  type SaidBooks,
  type SaidRefund,
  type SaidSweep,
} from './compare-books.ts'

type Shown = Parameters<typeof compareBooks>[0]['shown']
type Transaction = Shown['transactions'] extends ReadonlyMap<string, infer One> ? One : never

const [address, wallet, thief, gasWallet, token] = ['0xad', '0xaa', '0xcc', '0xee', '0x70']
if (!address || !wallet || !thief || !gasWallet || !token) throw new Error('five addresses')

const transaction = (txHash: string, changes: Partial<Transaction> = {}): Transaction => ({
  txHash,
  from: address,
  to: wallet,
  valueBase: 0n,
  isSuccess: true,
  feeBase: 0n,
  transfers: [],
  ...changes,
})

const said = (changes: Partial<SaidAsset> = {}): SaidAsset => ({
  token: null,
  receivedBase: 0n,
  sweptBase: 0n,
  feeBase: 0n,
  gasBase: 0n,
  countedBase: 0n,
  promisedBase: 0n,
  movedBase: 0n,
  ...changes,
})

const sweep = (changes: Partial<SaidSweep> = {}): SaidSweep => ({
  txHash: '0x1',
  token: null,
  isTopUp: false,
  recipient: wallet,
  movedBase: 90n,
  feeBase: 10n,
  ...changes,
})

const refund = (changes: Partial<SaidRefund> = {}): SaidRefund => ({
  token: null,
  amountBase: 4n,
  isOfSession: true,
  isDone: true,
  recipient: thief,
  txHash: '0x9',
  ...changes,
})

/** Four of seven went back, from a wallet that is none of the books'. */
const refunding: Case = {
  assets: [said({ receivedBase: 7n, countedBase: 7n, promisedBase: 4n })],
  refunds: [refund()],
  refunded: { token: null, base: 4n },
  named: ['0x9'],
  balances: [[null, 7n]],
  nonce: 0,
  transactions: [transaction('0x9', { from: gasWallet, to: thief, valueBase: 4n })],
}

const tokenRefund = { ...refund({ token }), amountBase: 2n }
const batch = (amounts: readonly bigint[]) =>
  transaction('0x9', {
    from: gasWallet,
    to: token,
    transfers: amounts.map((amountBase) => ({ token, from: gasWallet, to: thief, amountBase })),
  })
/** Two equal refunds that one transaction paid. */
const batched: Case = {
  assets: [said({ token, receivedBase: 7n, countedBase: 7n, promisedBase: 4n })],
  refunds: [tokenRefund, { ...tokenRefund, isOfSession: false }],
  refunded: { token, base: 2n },
  named: ['0x9'],
  balances: [[token, 7n]],
  transactions: [batch([2n, 2n])],
}

type Case = {
  assets?: SaidAsset[]
  sweeps?: SaidSweep[]
  refunds?: SaidRefund[]
  refunded?: SaidBooks['refunded']
  /** Transactions that aren't sweeps. */
  named?: string[]
  gasFrom?: string[]
  balances?: [string | null, bigint][]
  nonce?: number | null
  transactions?: Transaction[]
  payouts?: string[] | null
}

function differences(of: Case) {
  const { assets = [], sweeps = [], named = [], gasFrom = [], balances = [] } = of
  const { refunds = [], refunded = null } = of
  const { nonce = null, transactions = [], payouts = [wallet] } = of
  const books: SaidBooks = {
    address,
    assets,
    sweeps,
    refunds,
    refunded,
    gasFrom: new Set(gasFrom),
    named: new Set([...named, ...sweeps.map(({ txHash }) => txHash)]),
  }
  const shown = {
    balances: new Map(balances),
    nonce,
    transactions: new Map(transactions.map((one) => [one.txHash, one])),
  }
  return compareBooks({ said: books, shown, payouts: payouts && new Set(payouts) })
}

const swept = said({
  receivedBase: 100n,
  countedBase: 100n,
  sweptBase: 90n,
  feeBase: 10n,
  movedBase: 100n,
})
const coinSweep = transaction('0x1', { valueBase: 90n, feeBase: 10n })

/** Coin that was swept to the last unit, as it should be. */
const agreeing: Case = {
  assets: [swept],
  sweeps: [sweep()],
  balances: [[null, 0n]],
  nonce: 1,
  transactions: [coinSweep],
}

describe('books agree', () => {
  it.each<[string, Case]>([
    ['on nothing', {}],
    ['on coin that was swept', agreeing],
    [
      'on coin that is still there',
      {
        assets: [said({ receivedBase: 7n, countedBase: 7n })],
        balances: [[null, 7n]],
        nonce: 0,
      },
    ],
    [
      'if the service only says that there is something',
      { assets: [said({ receivedBase: null, countedBase: 7n })], balances: [[null, 7n]] },
    ],
    [
      'on a token whose balance could not be read',
      { assets: [said({ token, receivedBase: 5n })], balances: [[null, 0n]] },
    ],
    ['on a refund that was sent', refunding],
    ['on two equal refunds in one transaction', batched],
    [
      'on a refund that a contract sent, whose coin no transaction shows',
      { ...refunding, transactions: [transaction('0x9', { from: gasWallet, to: token })] },
    ],
    [
      'on refunds that are promised, and one that no chain proves',
      {
        ...refunding,
        assets: [said({ receivedBase: 7n, countedBase: 7n, promisedBase: 7n })],
        refunds: [
          refund({ txHash: null }),
          refund({ amountBase: 3n, isDone: false, txHash: null, recipient: null }),
        ],
        transactions: [],
      },
    ],
    [
      'on tokens that were swept, and keep a part of them',
      {
        assets: [{ ...swept, token }],
        sweeps: [sweep({ token, feeBase: 3n })],
        balances: [[token, 0n]],
        transactions: [
          transaction('0x1', {
            from: gasWallet,
            to: token,
            feeBase: 3n,
            transfers: [
              { token, from: address, to: wallet, amountBase: 90n },
              { token, from: address, to: thief, amountBase: 10n },
              { token, from: thief, to: wallet, amountBase: 5n },
              { token: thief, from: address, to: wallet, amountBase: 5n },
            ],
          }),
        ],
      },
    ],
    [
      'on tokens that the address sent itself',
      {
        assets: [said({ token, receivedBase: 5n, countedBase: 5n })],
        named: ['0x1'],
        balances: [[token, 5n]],
        transactions: [
          transaction('0x1', {
            transfers: [{ token, from: address, to: address, amountBase: 5n }],
          }),
        ],
      },
    ],
    [
      'on coin that the gas wallet sent',
      {
        assets: [said({ gasBase: 8n, movedBase: -8n })],
        sweeps: [sweep({ isTopUp: true, recipient: address, movedBase: 8n, feeBase: 1n })],
        gasFrom: ['0x1'],
        balances: [[null, 8n]],
        nonce: 0,
        transactions: [
          transaction('0x1', { from: gasWallet, to: address, valueBase: 8n, feeBase: 1n }),
        ],
      },
    ],
    [
      'on a transaction of the address to itself',
      {
        assets: [said({ receivedBase: 10n, countedBase: 10n, feeBase: 10n, movedBase: 10n })],
        named: ['0x1'],
        balances: [[null, 0n]],
        nonce: 1,
        transactions: [transaction('0x1', { to: address, valueBase: 5n, feeBase: 10n })],
      },
    ],
    ['if nobody knows the payout wallets', { ...agreeing, payouts: null }],
  ])('%s', (_, of) => {
    expect(differences(of)).toEqual([])
  })
})

describe('books differ', () => {
  it.each<[string, Case, object[]]>([
    [
      'if less is there than was received',
      {
        assets: [said({ receivedBase: 7n, countedBase: 7n })],
        balances: [[null, 4n]],
      },
      [
        { kind: 'received', said: 7n, shown: 4n },
        { kind: 'counted', said: 7n, shown: 4n },
      ],
    ],
    [
      'if a listed token is there of which nothing is said',
      { assets: [], balances: [[token, 4n]] },
      [
        { kind: 'received', tokenAddress: token, said: 0n, shown: 4n },
        { kind: 'counted', tokenAddress: token, said: 0n, shown: 4n },
      ],
    ],
    [
      'if a session counts too much',
      { ...agreeing, assets: [{ ...swept, countedBase: 101n }] },
      [{ kind: 'counted', said: 101n, shown: 100n }],
    ],
    [
      'if the ledger balances and is wrong',
      { ...agreeing, assets: [{ ...swept, sweptBase: 95n, feeBase: 5n, movedBase: 95n }] },
      [
        { kind: 'swept', said: 95n, shown: 90n },
        { kind: 'fees', said: 5n, shown: 10n },
        { kind: 'movements', said: 95n, shown: 100n },
      ],
    ],
    [
      'if gas was sent that nobody knows of',
      { ...agreeing, assets: [{ ...swept, gasBase: 2n }] },
      [{ kind: 'gas', said: 2n, shown: 0n }],
    ],
    [
      'if a sweep says that it moved more, or cost less',
      { ...agreeing, sweeps: [sweep({ movedBase: 91n, feeBase: 9n })] },
      [
        { kind: 'sweep', said: 91n, shown: 90n, txHash: '0x1' },
        { kind: 'sweep_fee', said: 9n, shown: 10n, txHash: '0x1' },
      ],
    ],
    [
      'if a sweep’s transaction is on no node',
      { sweeps: [sweep()] },
      [{ kind: 'not_on_chain', said: 90n, shown: 0n, txHash: '0x1' }],
    ],
    [
      'if a sweep went to somebody else',
      {
        ...agreeing,
        sweeps: [sweep({ recipient: thief })],
        transactions: [{ ...coinSweep, to: thief }],
      },
      [{ kind: 'recipient', said: 90n, shown: 90n, txHash: '0x1' }],
    ],
    [
      'if coin went to somebody else, in a transaction of ours',
      {
        assets: [swept],
        named: ['0x1'],
        balances: [[null, 0n]],
        nonce: 1,
        transactions: [{ ...coinSweep, to: thief }],
      },
      [
        { kind: 'swept', said: 90n, shown: 0n },
        { kind: 'movements', said: 100n, shown: 10n },
      ],
    ],
    [
      'if coin for gas went to another address',
      {
        assets: [said({ gasBase: 8n, movedBase: -8n })],
        named: ['0x1'],
        gasFrom: ['0x1'],
        balances: [[null, 0n]],
        nonce: 0,
        transactions: [transaction('0x1', { from: gasWallet, to: thief, valueBase: 8n })],
      },
      [
        { kind: 'gas', said: 8n, shown: 0n },
        { kind: 'movements', said: -8n, shown: 0n },
      ],
    ],
    [
      'if coin was sent that is not said to be for gas',
      {
        assets: [said({ receivedBase: 8n, countedBase: 8n, gasBase: 8n })],
        named: ['0x1'],
        balances: [[null, 8n]],
        nonce: 0,
        transactions: [transaction('0x1', { from: gasWallet, to: address, valueBase: 8n })],
      },
      [{ kind: 'gas', said: 8n, shown: 0n }],
    ],
    [
      'if coin left in a transaction that no sweep names',
      { ...agreeing, sweeps: [] },
      [{ kind: 'unnamed', said: 0n, shown: 100n, txHash: '0x1' }],
    ],
    [
      'if tokens left in one, through somebody else',
      {
        assets: [said({ token, receivedBase: 5n, countedBase: 5n })],
        balances: [[token, 0n]],
        nonce: 0,
        transactions: [
          transaction('0x2', {
            from: thief,
            to: token,
            transfers: [{ token, from: address, to: thief, amountBase: 5n }],
          }),
        ],
      },
      [{ kind: 'unnamed', tokenAddress: token, said: 0n, shown: 5n, txHash: '0x2' }],
    ],
    [
      'if the transaction of a refund is gone',
      { ...refunding, transactions: [] },
      [{ kind: 'refund', said: 4n, shown: 0n, txHash: '0x9' }],
    ],
    [
      'if it paid less, or failed',
      {
        ...refunding,
        refunds: [refund(), refund({ txHash: '0x8', isOfSession: false, recipient: wallet })],
        named: ['0x8', '0x9'],
        transactions: [
          transaction('0x9', { from: gasWallet, to: thief, valueBase: 3n }),
          transaction('0x8', { from: gasWallet, to: token, isSuccess: false }),
        ],
      },
      [
        { kind: 'refund', said: 4n, shown: 3n, txHash: '0x9' },
        { kind: 'refund', said: 4n, shown: 0n, txHash: '0x8' },
      ],
    ],
    [
      'if one transfer is the proof of two refunds',
      { ...batched, transactions: [batch([2n])] },
      [{ kind: 'refund', tokenAddress: token, said: 4n, shown: 2n, txHash: '0x9' }],
    ],
    [
      'if more is promised than arrived',
      { ...refunding, assets: [said({ receivedBase: 7n, countedBase: 7n, promisedBase: 8n })] },
      [{ kind: 'promised', said: 8n, shown: 7n, txHash: null }],
    ],
    [
      'if the session says that more went back than its refunds do',
      { ...refunding, refunded: { token: null, base: 5n } },
      [{ kind: 'refunded', said: 5n, shown: 4n, txHash: null }],
    ],
    [
      'if the address sent more transactions than are known',
      { ...agreeing, nonce: 3 },
      [{ kind: 'nonce', said: 1n, shown: 3n, txHash: null }],
    ],
  ])('%s', (_, of, expected) => {
    expect(differences(of)).toEqual(expected.map((one) => expect.objectContaining(one)))
  })

  it('not if a sweep of nothing names another recipient, or a cost that is not known', () => {
    const nothing = sweep({ recipient: thief, movedBase: 0n, feeBase: null })
    const failed = transaction('0x1', { from: gasWallet, to: token, feeBase: 4n })
    expect(differences({ sweeps: [nothing], transactions: [failed] })).toEqual([])
  })
})
