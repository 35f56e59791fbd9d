import * as z from 'zod'
import type { Sealed } from '../../kernel/sealed.ts'
import { moment } from '../../kernel/store/codecs.ts'
import {
  atOnceReasons,
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
  setIn: z.int(),
  setAt: moment,
  atOnce: z.enum(atOnceReasons).nullable(),
})

const sealedState = z.object({
  version: z.int(),
  current: sealedText,
  next: sealedText.nullable(),
  former: z.array(z.string()).readonly(),
})

export async function sealPayoutAddress(
  seal: SealPayoutWallet,
  of: Of,
  payout: PayoutAddress,
): Promise<SealedPayoutAddress> {
  return { ...payout, sealed: await seal(payoutText(payout), payoutWalletContext(of)) }
}

/** The text that is sealed for an address. Deterministic: equal facts give equal text. */
export function payoutText({ address, effectiveAt, setIn, setAt, atOnce }: PayoutAddress): string {
  return JSON.stringify(z.encode(sealedText, { address, effectiveAt, setIn, setAt, atOnce }))
}

/** The payout wallet with a seal on its version, so that an earlier one can't be put back in its place. */
export async function withSealedState(
  seal: SealPayoutWallet,
  wallet: Omit<PayoutWallet, 'sealedState'>,
): Promise<PayoutWallet> {
  return { ...wallet, sealedState: await seal(stateText(wallet), payoutStateContext(wallet)) }
}

/** The text that is sealed for a state. Deterministic: equal states give equal text. */
export function stateText({ version, current, next, former }: PayoutState): string {
  return JSON.stringify(z.encode(sealedState, { version, current, next, former }))
}
