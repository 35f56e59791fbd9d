import type { Config } from '../../kernel/operation/config.ts'
import { sessionOpened } from '../../payments/ledger/session-log.ts'
import { networks } from '../../payments/networks/enabled-chains.ts'
import { depositWallets } from '../../payments/wallet/deposit-wallets.ts'
import { derivationIndices } from '../../payments/wallet/derivation-indices.ts'
import { oneAhead } from '../../payments/wallet/keys/one-ahead.ts'
import type { MerchantGiven } from '../../records/settings/merchant-operation.ts'
import { pricing } from '../quotes/pricing.ts'
import type { OpenSessionServices } from './open-session.ts'
import { sessionTimer } from './session-timer.ts'

/** The dependencies of functions that create sessions. */
export function sessionCreationServices(config: Config, given: MerchantGiven): OpenSessionServices {
  const { table } = given
  return {
    ...given,
    ...pricing(config, given, networks(table)),
    indices: derivationIndices(table),
    depositWallets: depositWallets(config, table, oneAhead),
    onOpened: sessionOpened,
    firstTimer: sessionTimer(config),
  }
}
