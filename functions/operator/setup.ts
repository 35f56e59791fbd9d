import { noteSetup, runNoteSetup } from '../../shared/admin/setup/note-setup.ts'
import { runSetUpInstance, setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { runSetUpWallet, setUpWallet } from '../../shared/admin/setup/set-up-wallet.ts'
import { runSetUpWatchOnly, setUpWatchOnly } from '../../shared/admin/setup/set-up-watch-only.ts'
import { runShowSetup, showSetup } from '../../shared/admin/setup/show-setup.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { payoutWalletsSeen } from '../services/payout-wallets-seen.ts'
import { setupServices } from '../services/setup-services.ts'

export function serveSetUpInstance(config: Config) {
  return operatorFunction(setUpInstance, runSetUpInstance, {
    ...setupServices(config),
    seenPayoutWallets: payoutWalletsSeen(config),
  })
}

export function serveSetUpWallet(config: Config) {
  return operatorFunction(setUpWallet, runSetUpWallet, setupServices(config))
}

export function serveSetUpWatchOnly(config: Config) {
  return operatorFunction(setUpWatchOnly, runSetUpWatchOnly, setupServices(config))
}

export function serveNoteSetup(config: Config) {
  return operatorFunction(noteSetup, runNoteSetup, operatorServices(config))
}

export function serveShowSetup(config: Config) {
  return operatorFunction(showSetup, runShowSetup, operatorServices(config))
}
