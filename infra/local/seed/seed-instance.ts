import * as z from 'zod'
import { setUpInstance } from '../../../shared/admin/setup/set-up-instance.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import { scopes } from '../../../shared/kernel/scopes.ts'
import { connectNotifier } from '../../../shared/merchant/notifiers/connect-notifier.ts'
import { createApiKey } from '../../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys } from '../../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../../shared/records/api-keys/revoke-api-key.ts'
import type { CallOperator } from '../../operate/call-operator.ts'
import { notifierTokenOf, type Seed } from './seed-file.ts'

type Deps = { call: CallOperator; save: (seed: Seed) => Promise<void> }

type Input = {
  seed: Seed
  baseUrl: string
  payoutWallets: readonly { mode: Mode; chainId: number; address: string }[]
}

export type ApiKeys = Record<Mode, string>

/**
 * Sets the instance up through the operator's functions: wallet, owner, notifier, one API key per mode. Runs at
 * every start and is idempotent: it creates only what is missing, and updates a changed base URL.
 */
export async function seedInstance(deps: Deps, input: Input): Promise<ApiKeys> {
  const { seed, baseUrl, payoutWallets } = input
  await deps.call(setUpInstance, {
    mnemonic: seed.mnemonic,
    mnemonicIsNew: seed.mnemonicIsNew,
    // Made by this instance, whose earlier payments they may hold.
    mayHoldMoney: true,
    // The user is waiting, and the funds are play money.
    searchSeconds: 10,
    baseUrl,
    owner: seed.owner,
    payoutWallets,
  })
  await deps.call(connectNotifier, { notifier: 'alchemy', token: notifierTokenOf(seed) })
  // Saved with the first key: a data folder that lost its table must not start at the first address again.
  return ensureApiKeys(deps, { ...seed, mnemonicIsNew: false })
}

async function ensureApiKeys(deps: Deps, seed: Seed): Promise<ApiKeys> {
  const apiKeys = { ...seed.apiKeys }
  for (const mode of modes) {
    if (apiKeys[mode]) continue
    apiKeys[mode] = await newApiKey(deps, mode)
    await deps.save({ ...seed, apiKeys })
  }
  return z.object({ test: z.string(), live: z.string() }).parse(apiKeys)
}

const keyName = 'First key'

/** Revokes a key that an earlier start created but couldn't save: only its hash is stored, so it is unusable. */
async function newApiKey({ call }: Deps, mode: Mode): Promise<string> {
  const { keys } = await call(listApiKeys, { mode })
  for (const { id, name, revokedAt } of keys) {
    if (name === keyName && !revokedAt) await call(revokeApiKey, { id })
  }
  const created = await call(createApiKey, { mode, name: keyName, scopes })
  return created.key
}
