import {
  pathsOfAccount,
  pathsOfMode,
  type WalletPaths,
} from '../../shared/payments/wallet/keys/derive-private.ts'
import type { RecoverOptions } from './recover-options.ts'

export type Searched = Pick<RecoverOptions, 'mode' | 'account'>

/** Where the addresses are that are searched: of an account, or of words that an instance keeps. */
export function searchedPaths({ mode, account }: Searched): WalletPaths {
  return account === null ? pathsOfMode(mode) : pathsOfAccount(account)
}
