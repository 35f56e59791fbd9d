import type { PayoutInEffect } from '../../payout-wallets/rules/payout-wallet.ts'
import type { SweepWallet } from '../sweep-services.ts'

/**
 * Whether money at these addresses may go to a payout wallet that took effect at once, because the wallet was new: it is
 * the words that sign which say how old they are, whatever rows say.
 */
export async function mayPay(
  wallet: () => Promise<Pick<SweepWallet, 'sealedAt'>>,
  payout: Pick<PayoutInEffect, 'wordsSince'> | undefined,
  addresses: readonly { address: string }[],
): Promise<boolean> {
  const since = payout?.wordsSince
  if (!since) return true
  const { sealedAt } = await wallet()
  const times = await Promise.all(addresses.map(sealedAt))
  return times.every((time) => time >= since)
}
