import { serves } from '../operators/served-operation.ts'
import { runSetUpInstance, setUpInstance } from '../operators/set-up-instance.ts'
import { addWallet, runAddWallet } from '../wallet/add-wallet.ts'

/** What can seal a mnemonic: any use of their Lambda raises an alarm. */
export const setupOperations = [
  serves(setUpInstance, runSetUpInstance),
  serves(addWallet, runAddWallet),
]
