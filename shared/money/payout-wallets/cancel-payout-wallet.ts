import * as z from 'zod'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { requireChain } from '../../payments/networks/node-services.ts'
import { momentOfChanges } from '../../payments/wallet/moment-of-changes.ts'
import { changingPayoutWallets } from './changing-payout-wallets.ts'
import { presentPayoutWallet } from './present-payout-wallet.ts'
import { inEffect, nextVersion } from './rules/payout-wallet.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'
import { sealPayoutAddress, withSealedState } from './seal-payout-address.ts'
import type { PayoutWalletServices } from './set-payout-wallet.ts'
import { findPayoutWallet, payoutWalletReplacement } from './store/payout-wallets.ts'
import { payoutChain } from './wire/payout-chain.ts'
import { shownPayoutWallet } from './wire/payout-wallet.ts'

const cancelled = z.object({
  /** The address that does not take effect; null if none was pending at `pendingAt`. */
  cancelled: z.string().nullable(),
  payoutWallet: shownPayoutWallet,
})

export type PayoutWalletCancelled = z.infer<typeof cancelled>

export const cancelPayoutWallet = operatorOperation({
  name: 'cancel-payout-wallet',
  role: 'owner',
  proof: 'always',
  command: 'payout-wallets cancel',
  input: z.strictObject({
    chainId: payoutChain,
    /**
     * Cancels the change that was pending then, although it is in effect by now: the time of the backup, while it is
     * restored.
     */
    pendingAt: z.iso.datetime().optional(),
  }),
  output: cancelled,
  touches: { table: 'write', encrypts: ['payout-wallets'], administers: ['audit-log'] },
  docs: { summary: 'Cancel a change of a payout wallet that is not in effect yet' },
  needs: changingPayoutWallets,
  /** Throws `unsupported_chain`, and `state_changed` if no change is pending, or for `pendingAt` unless `restore` runs. */
  async run(services: Services, { input: { chainId, pendingAt }, findActor }) {
    const { table, now } = services
    const { mode, name } = requireChain(chainId)
    const stored = await findPayoutWallet(table, mode, chainId)
    const at = await momentOfChanges(services, { mode, pendingAt })
    const before = stored && inEffect(stored, at)
    if (stored && !before?.next && pendingAt !== undefined) {
      return { result: { cancelled: null, payoutWallet: presentPayoutWallet(stored, now()) } }
    }
    if (!before?.next) throw refusePayoutWallet('no_pending_change', { chain: name })
    const { next } = before
    const version = nextVersion(before, await services.seenPayoutWallets.find({ mode, chainId }))
    // The sweep sends nothing to an address that was set before one that it has sent to.
    const current = await sealPayoutAddress(
      services.sealPayoutWallet,
      { mode, chainId },
      { ...before.current, setIn: version },
    )
    const former = next.effectiveAt <= now() ? [next.address, ...before.former] : before.former
    const left = { mode, chainId, current, next: null, former, version }
    const wallet = await withSealedState(services.sealPayoutWallet, left)
    const entry = auditWrite(services, {
      mode,
      action: 'payout-wallet.cancel',
      target: `chain ${chainId}`,
      note: '',
      actor: await findActor(),
      outcome: `${next.address} → ${current.address}`,
      details: { effectiveAt: next.effectiveAt.toISOString() },
    })
    return {
      writes: [payoutWalletReplacement(wallet, before.version), entry],
      result: { cancelled: next.address, payoutWallet: presentPayoutWallet(wallet, now()) },
      after: () => services.onPayoutWalletChange(wallet),
    }
  },
})

type Services = Pick<
  PayoutWalletServices,
  | 'table'
  | 'now'
  | 'randomBytes'
  | 'sealPayoutWallet'
  | 'seenPayoutWallets'
  | 'onPayoutWalletChange'
>
