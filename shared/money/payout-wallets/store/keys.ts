import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const payoutWalletKeys = {
  payoutWallet: (mode: Mode, chainId: number): Key => ({
    pk: `${mode}#payout-wallets`,
    sk: String(chainId),
  }),
} as const
