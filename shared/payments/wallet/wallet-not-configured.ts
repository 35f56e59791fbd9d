import type { ServiceError } from '../../kernel/errors.ts'
import { refuseWallet } from './rules/wallet-refusals.ts'

export function walletNotConfigured(): ServiceError {
  return refuseWallet('no_wallet_yet')
}
