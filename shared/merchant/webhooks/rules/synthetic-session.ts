import type { Mode } from '../../../kernel/mode.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'

/** No real session has this id, so no one ships goods because of it. */
const syntheticSessionId = 'cs_synthetic'

/** A paid session for test events, which doesn't exist. */
export function syntheticSession(mode: Mode, at: Date): CheckoutSession {
  const amountBase = 10_000_000_000_000_000n
  const expiresAt = new Date(at.getTime() + 300_000)
  return {
    id: syntheticSessionId,
    mode,
    version: 1,
    sequence: 2,
    status: 'paid',
    linkId: null,
    address: '0x0000000000000000000000000000000000000000',
    derivationIndex: 0,
    fiat: { amount: '25.00', currency: 'USD' },
    ethPriceUsd: '2500',
    lock: {
      chainId: 1,
      asset: 'ETH',
      tokenAddress: null,
      decimals: 18,
      amountBase,
      unitPriceUsd: '2500',
      expiresAt,
    },
    otherTerms: [],
    pricing: 'agreed',
    reportedHashes: [],
    assetSelected: true,
    expiresAt,
    lateUntil: new Date(expiresAt.getTime() + 600_000),
    confirmationsRequired: 3,
    received: { seenBase: amountBase, confirmedBase: amountBase, confirmations: 3 },
    firstSeenAt: at,
    vanishedAt: null,
    closedAt: at,
    provider: null,
    paidAt: at,
    txHash: `0x${'0'.repeat(64)}`,
    failureReason: null,
    settlement: null,
    refunds: { promisedBase: 0n, doneBase: 0n },
    metadata: { synthetic: 'true' },
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
    customerEmail: null,
    createdAt: at,
    updatedAt: at,
  }
}
