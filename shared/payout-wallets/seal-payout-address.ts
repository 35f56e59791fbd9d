import * as z from 'zod'
import type { Sealed } from '../kernel/sealed.ts'
import { moment } from '../kernel/store/codecs.ts'
import {
  type PayoutAddress,
  type PayoutState,
  type PayoutWallet,
  payoutStateContext,
  payoutWalletContext,
  type SealedPayoutAddress,
} from './rules/payout-wallet.ts'

type Of = Pick<PayoutWallet, 'mode' | 'chainId'>

/** Seals for the purpose `payout-wallets`, with this context. */
export type SealPayoutWallet = (text: string, context: Record<string, string>) => Promise<Sealed>

const sealedText = z.object({
  address: z.templateLiteral(['0x', z.string()]),
  effectiveAt: moment,
  setIn: z.int().default(0),
})

const sealedState = z.object({
  version: z.int(),
  current: sealedText,
  next: sealedText.nullable(),
})

export async function sealPayoutAddress(
  seal: SealPayoutWallet,
  of: Of,
  payout: PayoutAddress,
): Promise<SealedPayoutAddress> {
  const text = JSON.stringify(z.encode(sealedText, payout))
  return { ...payout, sealed: await seal(text, payoutWalletContext(of)) }
}

/** Address and time as they were sealed. Throws if the text has another form. */
export function readSealedPayout(text: string): PayoutAddress {
  return sealedText.parse(JSON.parse(text))
}

/** The payout wallet with a seal on its version, so that an earlier one can't be put back in its place. */
export async function withSealedState(
  seal: SealPayoutWallet,
  wallet: Omit<PayoutWallet, 'sealedState'>,
): Promise<PayoutWallet> {
  return { ...wallet, sealedState: await seal(stateText(wallet), payoutStateContext(wallet)) }
}

/** What is sealed of a state: the same text for the same state. */
export function stateText({ version, current, next }: PayoutState): string {
  return JSON.stringify(z.encode(sealedState, { version, current, next }))
}
