import { serves } from '../operators/served-operation.ts'
import { runListPayoutWallets, showPayoutWallets } from '../payout-wallets/list-payout-wallets.ts'
import {
  checkSkippedAddresses,
  runCheckSkippedAddresses,
} from '../wallet/check-skipped-addresses.ts'
import { listWallets, runListWallets } from '../wallet/list-wallets.ts'
import { runSkipAddresses, skipAddresses } from '../wallet/skip-addresses.ts'

export const walletOperations = [
  serves(listWallets, runListWallets),
  serves(checkSkippedAddresses, runCheckSkippedAddresses),
  serves(skipAddresses, runSkipAddresses),
  serves(showPayoutWallets, runListPayoutWallets),
]
