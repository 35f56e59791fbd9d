import type { Mode } from '../../shared/kernel/mode.ts'
import { cancelPayoutWallet } from '../../shared/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from '../../shared/payout-wallets/list-payout-wallets.ts'
import type { CallOperator } from './call-operator.ts'

/** A change of a payout wallet that was pending when the table was backed up. */
export type CancelledChange = { chainId: number; chain: string; address: string }

type Restoring = { mode: Mode; since: string; dryRun: boolean }

/**
 * Cancels all changes that were pending at the backup, in effect by now or not: the owner may have cancelled them since,
 * which the table doesn't know.
 */
export async function cancelChanges(
  call: CallOperator,
  { mode, since: pendingAt, dryRun }: Restoring,
): Promise<CancelledChange[]> {
  const { payoutWallets } = await call(showPayoutWallets, { mode })
  const cancelled: CancelledChange[] = []
  for (const { chainId, chain, address, effectiveAt, next } of payoutWallets) {
    const changed = next?.address ?? (effectiveAt > pendingAt ? address : null)
    const pending = dryRun
      ? changed
      : (await call(cancelPayoutWallet, { chainId, pendingAt })).cancelled
    if (pending !== null) cancelled.push({ chainId, chain, address: pending })
  }
  return cancelled
}

export function cancelledLines(cancelled: readonly CancelledChange[], dryRun: boolean): string[] {
  return cancelled.map(({ chainId, chain, address }) => {
    const outcome = dryRun ? 'would be cancelled' : 'is cancelled'
    return `The change of the payout wallet on ${chain} to ${address} ${outcome}: it was pending at the backup, and may have been cancelled since. To order it again: npm run operate -- payout-wallets set --chain ${chainId} --address ${address}`
  })
}
