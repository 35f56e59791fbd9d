import { KMSClient } from '@aws-sdk/client-kms'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { Mode } from '../../shared/domain/mode.ts'
import type { Table } from '../../shared/store/table.ts'
import { accountKeyContext, loadAccountKey } from '../../shared/store/wallet.ts'
import type { CreateCheckoutSessionDeps } from '../../shared/use-cases/create-checkout-session.ts'
import { depositAddressesOf } from '../../shared/wallet/derive-deposit-address.ts'
import { oneAhead } from '../../shared/wallet/one-ahead.ts'
import { open } from '../../shared/wallet/seal.ts'
import { config } from '../config.ts'
import { sessionOpened } from '../log/session-news.ts'
import { report } from './log-error.ts'
import { pricing } from './pricing.ts'
import { startExecution } from './start-execution.ts'

type Given = Pick<CreateCheckoutSessionDeps, 'table' | 'now' | 'randomBytes' | 'settings'>

/** What the functions need that open sessions. */
export function openingSessions(given: Given): CreateCheckoutSessionDeps {
  const { table } = given
  const machineArn = config('SESSION_TIMER_ARN')
  return {
    ...given,
    ...pricing(given),
    depositAddresses: accounts(table),
    onOpened: sessionOpened,
    startTimer: async (session, at) => {
      const { id: sessionId, mode } = session
      const input = { mode, sessionId, phase: 'open', waitUntil: at.toISOString() }
      await startExecution(machineArn, sessionId, input).catch((error) =>
        report('start-session-timer', error, { mode, sessionId }),
      )
    },
  }
}

/** A mode's extended public key never changes, so a process decrypts it once. */
function accounts(table: Table): CreateCheckoutSessionDeps['depositAddresses'] {
  const seal = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'account-public-keys' }
  const opened = new Map<Mode, ReturnType<typeof openAccount>>()
  return (mode) => {
    const known = opened.get(mode)
    if (known !== undefined) return known
    const account = openAccount(table, seal, mode)
    opened.set(mode, account)
    account.catch(() => opened.delete(mode))
    return account
  }
}

async function openAccount(
  table: Table,
  seal: Parameters<typeof open>[0],
  mode: Mode,
): Promise<(index: number) => string> {
  const sealed = await loadAccountKey(table, mode)
  if (sealed) return oneAhead(depositAddressesOf(await open(seal, sealed, accountKeyContext(mode))))
  throw new ServiceError(
    'wallet_not_configured',
    'The instance has no wallet yet; its owner has to finish the set-up.',
  )
}
