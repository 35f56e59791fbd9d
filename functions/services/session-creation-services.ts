import type { OpenSessionServices } from '../../shared/merchant/checkout/open-session.ts'
import { derivationIndices } from '../../shared/payments/wallet/derivation-indices.ts'
import { oneAhead } from '../../shared/payments/wallet/keys/one-ahead.ts'
import type { Config } from '../config.ts'
import { sessionOpened } from '../log/session-log.ts'
import { depositWallets } from './deposit-wallets.ts'
import { networks } from './networks.ts'
import { pricing } from './pricing.ts'
import { sessionTimer } from './session-timer.ts'

type Given = Pick<OpenSessionServices, 'table' | 'now' | 'randomBytes' | 'settings'>

/** The dependencies of functions that create sessions. */
export function sessionCreationServices(
  config: Config,
  given: Given,
): OpenSessionServices & Pick<ReturnType<typeof pricing>, 'readNetworks'> {
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
