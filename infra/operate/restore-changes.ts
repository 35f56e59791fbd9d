import type { Mode } from '../../shared/kernel/mode.ts'
import { cancelIntegrationChange } from '../../shared/merchant/providers/change-integration.ts'
import { listIntegrations } from '../../shared/merchant/providers/list-integrations.ts'
import { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import type { CallOperator } from './call-operator.ts'

/** A change that was pending when the table was backed up, and how to order it again. */
export type CanceledChange = { change: string; again: string }

type Restoring = { mode: Mode; since: string; dryRun: boolean }

/**
 * Cancels all changes of payout wallets and providers' accounts that were pending at the backup, whether or not they
 * are in effect by now: the owner may have canceled them since, which the table doesn't know.
 */
export async function cancelChanges(
  call: CallOperator,
  restoring: Restoring,
): Promise<CanceledChange[]> {
  return [
    ...(await cancelPayoutWallets(call, restoring)),
    ...(await cancelIntegrations(call, restoring)),
  ]
}

async function cancelPayoutWallets(
  call: CallOperator,
  { mode, since: pendingAt, dryRun }: Restoring,
): Promise<CanceledChange[]> {
  const { payoutWallets } = await call(showPayoutWallets, { mode })
  const canceled: CanceledChange[] = []
  for (const { chainId, chain, address: current, effectiveAt, next } of payoutWallets) {
    const changed = next?.address ?? (effectiveAt > pendingAt ? current : null)
    const address = dryRun
      ? changed
      : (await call(cancelPayoutWallet, { chainId, pendingAt })).cancelled
    if (address === null) continue
    canceled.push({
      change: `The change of the payout wallet on ${chain} to ${address}`,
      again: `payout-wallets set --chain ${chainId} --address ${address}`,
    })
  }
  return canceled
}

async function cancelIntegrations(
  call: CallOperator,
  { mode, since: pendingAt, dryRun }: Restoring,
): Promise<CanceledChange[]> {
  const { integrations } = await call(listIntegrations, { mode })
  const canceled: CanceledChange[] = []
  for (const { provider, title, account } of integrations) {
    if (!account) continue
    const input = { mode, provider, pendingAt, dryRun }
    const { cancelled } = await call(cancelIntegrationChange, input)
    if (cancelled === null) continue
    canceled.push({
      change: `The replacement of the account at ${title} by ${cancelled}`,
      again: `integrations set --provider ${provider} --mode ${mode}`,
    })
  }
  return canceled
}

export function canceledLines(canceled: readonly CanceledChange[], dryRun: boolean): string[] {
  const outcome = dryRun ? 'would be canceled' : 'is canceled'
  return canceled.map(
    ({ change, again }) =>
      `${change} ${outcome}: it was pending at the backup, and may have been canceled since. To order it again: npm run operate -- ${again}`,
  )
}
