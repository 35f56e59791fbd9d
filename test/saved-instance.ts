import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { newId } from '../shared/kernel/ids.ts'
import { invariant } from '../shared/kernel/invariant.ts'
import { type Mode, modes } from '../shared/kernel/mode.ts'
import type { Config } from '../shared/kernel/operation/config.ts'
import { saltedHash } from '../shared/kernel/salted-hash.ts'
import { type Scope, scopes } from '../shared/kernel/scopes.ts'
import { seal } from '../shared/kernel/sealing/seal.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import { transact, type Write } from '../shared/kernel/store/transact.ts'
import { accountKeys } from '../shared/payments/wallet/keys/account-keys.ts'
import { firstWalletId } from '../shared/payments/wallet/rules/wallet-id.ts'
import { accountKeyText } from '../shared/payments/wallet/sealed-texts.ts'
import { derivationStart } from '../shared/payments/wallet/store/derivation-counter.ts'
import { accountKeyContext, accountKeyCreation } from '../shared/payments/wallet/store/wallet.ts'
import { apiKeyPrefix, newApiKeyText } from '../shared/records/api-keys/rules/api-key.ts'
import { apiKeyCreation } from '../shared/records/api-keys/store/api-keys.ts'
import { settingsUpdate } from '../shared/records/settings/store/settings.ts'

/** An API key, with all scopes unless some are named. */
export async function newApiKey(
  table: Table,
  mode: Mode,
  granted: readonly Scope[] = scopes,
): Promise<string> {
  const text = newApiKeyText(mode, randomBytes)
  const prefix = apiKeyPrefix(text)
  invariant(prefix, 'a new key has a prefix')
  const createdAt = new Date()
  const id = newId('apiKey', createdAt, randomBytes)
  const salt = randomBytes(16).toString('base64')
  const key = { id, mode, name: 'shop', scopes: [...granted], prefix, createdAt, revokedAt: null }
  await transact(table, apiKeyCreation({ ...key, salt, hash: saltedHash(text, salt) }))
  return text
}

/** Stores the URL of the instance, as setup does. */
export async function saveBaseUrl(table: Table, baseUrl: string): Promise<void> {
  await transact(table, baseUrlWrites(baseUrl))
}

export function baseUrlWrites(baseUrl: string): Write[] {
  return modes.map((mode) => settingsUpdate(mode, { baseUrl }))
}

/** Stores the parts of a wallet that sessions need, as setup does. */
export async function saveWallet(table: Table, config: Config): Promise<void> {
  await transact(table, await walletWrites(table, config))
}

export async function walletWrites(table: Table, config: Config): Promise<Write[]> {
  const starts = modes.map((mode) => derivationStart(table, mode, 0))
  return [...(await accountKeyWrites(config)), ...starts]
}

let sealedAccounts: Promise<Write[]> | undefined

/** Without the counters, which moved data has. */
export function accountKeyWrites(config: Config): Promise<Write[]> {
  sealedAccounts ??= sealAccounts(config)
  return sealedAccounts
}

/** Sealed once per process, since it is slow. */
async function sealAccounts(config: Config): Promise<Write[]> {
  const accounts = accountKeys('test test test test test test test test test test test junk')
  const textOf = (mode: Mode) => accountKeyText({ publicKey: accounts[mode], sealedAt: new Date() })
  const purpose = 'account-public-keys'
  const sealing = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose }
  return Promise.all(
    modes.map(async (mode) =>
      accountKeyCreation(mode, {
        walletId: firstWalletId,
        firstIndex: 0,
        searchFrom: 0,
        accountKey: await seal(sealing, textOf(mode), accountKeyContext(mode)),
      }),
    ),
  )
}
