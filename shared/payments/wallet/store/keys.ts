import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const walletKeys = {
  wallet: (mode: Mode): Key => ({ pk: `${mode}#wallet`, sk: 'wallet' }),
  /** A wallet that was added to the first one. */
  addedWallet: (mode: Mode, walletId: string): Key => ({ pk: `${mode}#wallet`, sk: walletId }),
  /** The mnemonic has a separate item, so that reading the public keys never fetches it. */
  mnemonic: (): Key => ({ pk: 'wallet#mnemonic', sk: 'mnemonic' }),
  addedMnemonic: (walletId: string): Key => ({ pk: 'wallet#mnemonic', sk: walletId }),
  /** The public part of a wallet that was added. */
  walletRecord: (walletId: string): Key => ({ pk: 'wallets', sk: walletId }),
  /** The public addresses that pay the gas of sweeps, by wallet. */
  gasWallet: (mode: Mode, walletId: string): Key => ({ pk: `${mode}#gas-wallets`, sk: walletId }),
} as const
