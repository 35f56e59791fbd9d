import * as z from 'zod'
import type { Actor } from '../../kernel/audit-entry.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import { auditWrite } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { readingHoldings } from '../../payments/networks/chain-clients.ts'
import { requireChain } from '../../payments/networks/node-services.ts'
import { requireWords } from '../../payments/wallet/require-words.ts'
import { type AtOnceServices, atOnceReason } from './at-once-reason.ts'
import { changingPayoutWallets, openingPayoutWallets } from './changing-payout-wallets.ts'
import {
  type NewPayoutWalletServices,
  newPayoutWallet,
  type PreparedPayoutWallet,
} from './new-payout-wallet.ts'
import { presentPayoutWallet } from './present-payout-wallet.ts'
import { requireEnabled } from './require-enabled.ts'
import { inEffect, type PayoutWallet } from './rules/payout-wallet.ts'
import { refusePayoutWallet } from './rules/payout-wallet-refusals.ts'
import { findPayoutWallet } from './store/payout-wallets.ts'
import { payoutAddress } from './wire/payout-address.ts'
import { payoutChain } from './wire/payout-chain.ts'
import { shownPayoutWallet } from './wire/payout-wallet.ts'

const setResult = z.object({
  changed: z.boolean(),
  /** Whether a contract is at the new address, which costs more gas to pay; null if that is unknown. */
  isContract: z.boolean().nullable(),
  payoutWallet: shownPayoutWallet,
})

export type PayoutWalletSet = z.infer<typeof setResult>

export const setPayoutWallet = operatorOperation({
  name: 'set-payout-wallet',
  role: 'owner',
  proof: 'once in the wizard',
  command: 'payout-wallets set',
  input: z.strictObject({
    chainId: payoutChain,
    address: payoutAddress.meta({ description: 'an address of your own wallet' }),
  }),
  output: setResult,
  touches: {
    table: 'write',
    chains: true,
    encrypts: ['payout-wallets'],
    decrypts: ['payout-wallets', 'account-public-keys'],
    administers: ['audit-log'],
  },
  limits: { timeoutSeconds: 60 },
  docs: {
    summary:
      'Set where the swept money of a network goes. It takes effect after 24 hours, the first one at once on the first day',
  },
  needs: (config, given) => ({
    ...changingPayoutWallets(config),
    ...openingPayoutWallets(config, given),
    ...readingHoldings(config, given),
  }),
  /** Throws `unsupported_chain` for one that is not enabled, `parameter_invalid`, and `state_changed` for the address that a pending change replaces. */
  async run(services: Services, { input: { chainId, address }, findActor }) {
    const { table, now } = services
    await requireWords(table)
    const chain = requireChain(chainId)
    await requireEnabled(services, chain, 'chainId')
    const stored = await findPayoutWallet(table, chain.mode, chainId)
    const before = stored && inEffect(stored, now())
    if (before && isSetAlready(before, address) && (await isLatest(services, before))) {
      const payoutWallet = presentPayoutWallet(before, now())
      return { result: { changed: false, isContract: null, payoutWallet } }
    }
    const atOnce = stored ? null : await atOnceReason(services, { chain, address })
    const wanted = { chain, address, param: 'address', stored, atOnce }
    const prepared = await newPayoutWallet(services, wanted)
    return {
      writes: [
        prepared.write,
        auditEntry(services, { before, prepared, actor: await findActor() }),
      ],
      result: {
        changed: true,
        isContract: prepared.isContract,
        payoutWallet: presentPayoutWallet(prepared.wallet, now()),
      },
      after: () => services.onPayoutWalletChange(prepared.wallet),
    }
  },
})

export type PayoutWalletServices = NewPayoutWalletServices & {
  randomBytes: RandomBytes
  /** Called with every change that was committed. */
  onPayoutWalletChange: (wallet: PayoutWallet) => void
}

type Services = PayoutWalletServices & AtOnceServices

/** Whether it was not put back: an earlier one has to be set again, as the sweep refuses it. */
async function isLatest({ seenPayoutWallets }: Services, wallet: PayoutWallet): Promise<boolean> {
  return wallet.version >= ((await seenPayoutWallets.find(wallet))?.version ?? 0)
}

function isSetAlready({ current, next }: PayoutWallet, address: string): boolean {
  if (!next || next.address === address) return (next ?? current).address === address
  if (current.address !== address) return false
  throw refusePayoutWallet('replaced_address')
}

type Change = { before: PayoutWallet | undefined; prepared: PreparedPayoutWallet; actor: Actor }

function auditEntry(
  services: Pick<PayoutWalletServices, 'now' | 'randomBytes'>,
  { before, prepared: { wallet }, actor }: Change,
) {
  const { mode, chainId } = wallet
  const { address, effectiveAt, atOnce } = wallet.next ?? wallet.current
  return auditWrite(services, {
    mode,
    actor,
    action: 'payout-wallet.set',
    target: `chain ${chainId}`,
    note: '',
    outcome: `${before?.current.address ?? 'none'} → ${address}`,
    details: { effectiveAt: effectiveAt.toISOString(), ...(atOnce && { atOnce }) },
  })
}
