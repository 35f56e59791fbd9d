import { serves } from '../operators/served-operation.ts'
import {
  checkSkippedAddresses,
  runCheckSkippedAddresses,
} from '../wallet/check-skipped-addresses.ts'
import { runSkipAddresses, skipAddresses } from '../wallet/skip-addresses.ts'

export const walletOperations = [
  serves(checkSkippedAddresses, runCheckSkippedAddresses),
  serves(skipAddresses, runSkipAddresses),
]
