import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { ServiceError } from '../../shared/domain/errors.ts'
import type { Mode } from '../../shared/domain/mode.ts'
import { openTable, type Table } from '../../shared/store/table.ts'
import { accountKeyContext, loadAccountKey } from '../../shared/store/wallet.ts'
import type { CreateCheckoutSessionDeps } from '../../shared/use-cases/create-checkout-session.ts'
import { deriveDepositAddress } from '../../shared/wallet/derive-deposit-address.ts'
import { open } from '../../shared/wallet/seal.ts'
import { config } from '../config.ts'
import { report } from './log-error.ts'
import { pricing } from './pricing.ts'
import { settingsOf } from './settings-of.ts'
import { startExecution } from './start-execution.ts'

/** What the functions need that open sessions. */
export function openingSessions(): CreateCheckoutSessionDeps {
  const table = openTable(config('TABLE_NAME'))
  const now = () => new Date()
  const accountKey = accountKeys(table)
  const machineArn = config('SESSION_TIMER_ARN')
  return {
    table,
    now,
    randomBytes,
    settings: settingsOf(table),
    ...pricing({ table, now }),
    depositAddress: async (mode, index) => deriveDepositAddress(await accountKey(mode), index),
    startTimer: ({ id, mode }, at) =>
      startExecution(machineArn, id, {
        mode,
        sessionId: id,
        phase: 'open',
        waitUntil: at.toISOString(),
      }).catch((error) => report('start-session-timer', error)),
  }
}

/** A mode's extended public key never changes, so a process decrypts it once. */
function accountKeys(table: Table): (mode: Mode) => Promise<string> {
  const seal = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'account-public-keys' }
  const opened = new Map<Mode, Promise<string>>()
  return (mode) => {
    const known = opened.get(mode)
    if (known !== undefined) return known
    const key = openAccountKey(table, seal, mode)
    opened.set(mode, key)
    key.catch(() => opened.delete(mode))
    return key
  }
}

async function openAccountKey(
  table: Table,
  seal: Parameters<typeof open>[0],
  mode: Mode,
): Promise<string> {
  const sealed = await loadAccountKey(table, mode)
  if (sealed) return open(seal, sealed, accountKeyContext(mode))
  throw new ServiceError(
    'wallet_not_configured',
    'The instance has no wallet yet; its owner has to finish the set-up.',
  )
}
