import type { Mode } from '../../../kernel/mode.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'

/** A deposit address that holds money and has no session, in the coin that was found there. */
export type FoundAddress = {
  index: number
  address: string
  chainId: number
  asset: { symbol: string; tokenAddress: string | null; decimals: number }
}

type Times = { id: string; mode: Mode; createdAt: Date; closedAt: Date }

/**
 * A session that stands for one that was lost. Nothing of it is known but its address, so it is over, over an amount of
 * zero, and its money is for an operator to decide about.
 */
export function closedSession(
  { index: derivationIndex, address, chainId, asset }: FoundAddress,
  { id, mode, createdAt, closedAt }: Times,
): CheckoutSession {
  const { symbol, tokenAddress, decimals } = asset
  return {
    id,
    mode,
    version: 1,
    sequence: 0,
    status: 'expired',
    linkId: null,
    address,
    derivationIndex,
    fiat: { amount: '0.00', currency: 'USD' },
    ethPriceUsd: '0',
    lock: {
      chainId,
      asset: symbol,
      tokenAddress,
      decimals,
      amountBase: 0n,
      unitPriceUsd: '0',
      expiresAt: createdAt,
    },
    expiresAt: createdAt,
    lateUntil: createdAt,
    confirmationsRequired: 3,
    otherTerms: [],
    assetSelected: true,
    pricing: 'agreed',
    reportedHashes: [],
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    firstSeenAt: null,
    vanishedAt: null,
    closedAt,
    provider: null,
    settlement: null,
    refunds: { promisedBase: 0n, doneBase: 0n },
    paidAt: null,
    txHash: null,
    failureReason: null,
    metadata: { restored: `address ${derivationIndex}` },
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
    customerEmail: null,
    createdAt,
    updatedAt: createdAt,
  }
}
