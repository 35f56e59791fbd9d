import { noteSetup } from '../../shared/admin/setup/note-setup.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { setUpWatchOnly } from '../../shared/admin/setup/set-up-watch-only.ts'
import { showSetup } from '../../shared/admin/setup/show-setup.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { payoutWalletsSeen } from '../services/payout-wallets-seen.ts'
import { setupServices } from '../services/setup-services.ts'

export function serveSetUpInstance(config: Config) {
  return operatorFunction(setUpInstance, {
    ...setupServices(config),
    seenPayoutWallets: payoutWalletsSeen(config),
  })
}

export function serveSetUpWallet(config: Config) {
  return operatorFunction(setUpWallet, setupServices(config))
}

export function serveSetUpWatchOnly(config: Config) {
  return operatorFunction(setUpWatchOnly, setupServices(config))
}

export function serveNoteSetup(config: Config) {
  return operatorFunction(noteSetup, operatorServices(config))
}

export function serveShowSetup(config: Config) {
  return operatorFunction(showSetup, operatorServices(config))
}
