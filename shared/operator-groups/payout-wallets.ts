import { serves } from '../operators/served-operation.ts'
import {
  cancelPayoutWallet,
  runCancelPayoutWallet,
} from '../payout-wallets/cancel-payout-wallet.ts'
import { runSetPayoutWallet, setPayoutWallet } from '../payout-wallets/set-payout-wallet.ts'

/** Only changes: any use of their Lambda raises an alarm. */
export const payoutWalletOperations = [
  serves(setPayoutWallet, runSetPayoutWallet),
  serves(cancelPayoutWallet, runCancelPayoutWallet),
]
