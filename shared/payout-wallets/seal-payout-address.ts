import * as z from 'zod'
import type { Sealed } from '../kernel/sealed.ts'
import { moment } from '../kernel/store/codecs.ts'
import {
  type PayoutAddress,
  type PayoutWallet,
  payoutWalletContext,
  type SealedPayoutAddress,
} from './rules/payout-wallet.ts'

type Of = Pick<PayoutWallet, 'mode' | 'chainId'>

/** Seals for the purpose `payout-wallets`, with this context. */
export type SealPayoutWallet = (text: string, context: Record<string, string>) => Promise<Sealed>

const sealedText = z.object({ address: z.templateLiteral(['0x', z.string()]), effectiveAt: moment })

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
