import { checkSkippedAddresses } from '../../shared/admin/restore/check-skipped-addresses.ts'
import { skipAddresses } from '../../shared/admin/restore/skip-addresses.ts'
import { addWallet } from '../../shared/admin/setup/add-wallet.ts'
import { listWallets } from '../../shared/payments/wallet/list-wallets.ts'
import type { Config } from '../config.ts'
import { backgroundFunction } from '../pipelines/background-function.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { backgroundServices } from '../services/background-services.ts'
import { chainClients } from '../services/chain-clients.ts'
import { depositWallets } from '../services/deposit-wallets.ts'
import { operatorServices } from '../services/operator-services.ts'
import { setupServices } from '../services/setup-services.ts'

export function serveListWallets(config: Config) {
  return operatorFunction(listWallets, operatorServices(config))
}

export function serveAddWallet(config: Config) {
  return operatorFunction(addWallet, setupServices(config))
}

export function serveSkipAddresses(config: Config) {
  return operatorFunction(skipAddresses, operatorServices(config))
}

export function serveCheckSkippedAddresses(config: Config) {
  const services = backgroundServices(config)
  return backgroundFunction(checkSkippedAddresses, {
    ...services,
    ask: askForHoldings,
    chains: chainClients(config, services.table).clients,
    depositWallets: depositWallets(config, services.table),
  })
}
