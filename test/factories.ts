import type { CheckoutSession } from '../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type {
  Counted,
  SessionPolicy,
  TransfersCounted,
} from '../shared/payments/checkout-sessions/rules/decide-session.ts'
import type { Sweep } from '../shared/payments/holdings/rules/sweep.ts'
import type { Transfer } from '../shared/payments/ledger/rules/transfer.ts'
import type { PaymentLink } from '../shared/records/payment-links/rules/payment-link.ts'
import { type Settings, usualSettings } from '../shared/records/settings/rules/settings.ts'

export const createdAt = new Date('2026-03-01T12:00:00.000Z')

/** `seconds` after the session of `aSession` was created. */
export function later(seconds: number): Date {
  return new Date(createdAt.getTime() + seconds * 1000)
}

export const policy: SessionPolicy = {
  recheckDelaySeconds: 60,
  failedAfterSeconds: 3600,
  underpaymentTolerancePercent: 0,
  acceptTopUps: true,
}

/** Settings of a fresh instance. */
export function someSettings(changes: Partial<Settings> = {}): Settings {
  return {
    ...usualSettings,
    ...policy,
    sessionTtlSeconds: 300,
    lateGraceSeconds: 600,
    rateLimitPerMinute: 250,
    clientSessionsPerMinute: 30,
    baseUrl: 'https://pay.example',
    ...changes,
  }
}

/** A pending test session over 1,000,000 base units that expires after 300 s, with 600 s of grace. */
export function aSession(changes: Partial<CheckoutSession> = {}): CheckoutSession {
  const expiresAt = later(300)
  return {
    id: 'cs_01JD8Z3K000000000000000000',
    mode: 'test',
    version: 1,
    sequence: 0,
    status: 'pending',
    linkId: null,
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    derivationIndex: 0,
    fiat: { amount: '25.00', currency: 'USD' },
    ethPriceUsd: '2500',
    lock: {
      chainId: 31337,
      asset: 'ETH',
      tokenAddress: null,
      decimals: 18,
      amountBase: 1_000_000n,
      unitPriceUsd: '2500',
      expiresAt,
    },
    otherTerms: [],
    pricing: 'agreed',
    reportedHashes: [],
    assetSelected: true,
    expiresAt,
    lateUntil: later(900),
    confirmationsRequired: 3,
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    firstSeenAt: null,
    vanishedAt: null,
    closedAt: null,
    provider: null,
    paidAt: null,
    txHash: null,
    failureReason: null,
    settlement: null,
    refunds: { promisedBase: 0n, doneBase: 0n },
    metadata: null,
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
    customerEmail: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

/** An active link of test mode, for 25 USD. */
export function aPaymentLink(changes: Partial<PaymentLink> = {}): PaymentLink {
  return {
    id: 'pl_01JD8Z3K000000000000000000',
    mode: 'test',
    slug: 'k7m2p9x4qd',
    title: 'Subscription',
    description: null,
    fiatAmount: '25.00',
    fiatCurrency: 'USD',
    successUrl: null,
    cancelUrl: null,
    active: true,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

const deposit = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A plan of a test session's coin. */
export function aSweep(changes: Partial<Sweep> = {}): Sweep {
  return {
    id: 'sw_1',
    mode: 'test',
    chainId: 31337,
    kind: 'native',
    version: 1,
    status: 'planned',
    sender: deposit,
    nonce: 0,
    recipient: deposit,
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    items: [],
    gas: 21_000n,
    ceilingPerGas: 10n ** 10n,
    capBase: null,
    validBefore: null,
    attempts: [],
    mined: null,
    feeBase: null,
    problem: null,
    problemWords: null,
    cancelReason: null,
    cancelWords: null,
    announcedAt: null,
    recheckAt: null,
    createdAt: later(0),
    sentAt: null,
    finalAt: null,
    ...changes,
  }
}

export function counted(onTimeBase: bigint, lateBase = 0n, afterWindowBase = 0n): Counted {
  return {
    totalBase: onTimeBase + lateBase + afterWindowBase,
    onTimeBase,
    inWindowBase: onTimeBase + lateBase,
  }
}

export function transfersCounted(changes: Partial<TransfersCounted> = {}): TransfersCounted {
  return {
    type: 'transfersCounted',
    lock: aSession().lock,
    headTime: later(10),
    confirmedTime: changes.headTime ?? later(10),
    seen: counted(0n),
    confirmed: counted(0n),
    confirmations: 0,
    agreed: true,
    txHash: null,
    minedAt: null,
    ...changes,
  }
}

/** A transfer of 1,000,000 base units of the native coin in block 10, in time. */
export function aTransfer(changes: Partial<Transfer> = {}): Transfer {
  return {
    chainId: 31337,
    tokenAddress: null,
    txHash: '0x01',
    logIndex: null,
    from: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    amountBase: 1_000_000n,
    blockNumber: 10n,
    blockHash: '0xb0',
    blockTime: later(10),
    orphaned: false,
    ...changes,
  }
}
