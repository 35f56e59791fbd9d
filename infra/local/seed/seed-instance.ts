import * as z from 'zod'
import { scopes } from '../../../shared/api-keys/rules/scopes.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import { type Invoke, invokeOperator } from './invoke-operator.ts'
import type { Seed } from './seed-file.ts'

type Deps = { invoke: Invoke; save: (seed: Seed) => Promise<void> }

type Input = {
  seed: Seed
  baseUrl: string
  payoutWallets: readonly { mode: Mode; chainId: number; address: string }[]
}

export type ApiKeys = Record<Mode, string>

/**
 * Sets the instance up through the operator's functions: wallet, owner, notifier keys, one API key per mode. Runs at
 * every start and is idempotent: it creates only what is missing, and updates a changed base URL.
 */
export async function seedInstance(deps: Deps, input: Input): Promise<ApiKeys> {
  const { seed, baseUrl, payoutWallets } = input
  await invokeOperator(deps.invoke, 'operator-setup', {
    mnemonic: seed.mnemonic,
    mnemonicIsNew: seed.mnemonicIsNew,
    // The user is waiting, and the funds are play money.
    searchSeconds: 10,
    baseUrl,
    owner: seed.owner,
    notifierKeys: Object.entries(seed.notifierSigningKeys).map(([chainId, signingKey]) => ({
      notifier: 'alchemy',
      chainId: Number(chainId),
      signingKey,
    })),
    payoutWallets,
  })
  // Saved with the first key: a data folder that lost its table must not start at the first address again.
  return ensureApiKeys(deps, { ...seed, mnemonicIsNew: false })
}

async function ensureApiKeys(deps: Deps, seed: Seed): Promise<ApiKeys> {
  const apiKeys = { ...seed.apiKeys }
  for (const mode of modes) {
    if (apiKeys[mode]) continue
    apiKeys[mode] = await createApiKey(deps, mode)
    await deps.save({ ...seed, apiKeys })
  }
  return z.object({ test: z.string(), live: z.string() }).parse(apiKeys)
}

const keyName = 'First key'

const listed = z.object({
  keys: z.array(z.object({ id: z.string(), name: z.string(), revokedAt: z.string().nullish() })),
})
const created = z.object({ key: z.string() })

/** Revokes a key that an earlier start created but couldn't save: only its hash is stored, so it is unusable. */
async function createApiKey(deps: Deps, mode: Mode): Promise<string> {
  const { keys } = listed.parse(
    await invokeOperator(deps.invoke, 'operator-keys', { command: 'list', mode }),
  )
  for (const { id, name, revokedAt } of keys) {
    if (name === keyName && !revokedAt) {
      await invokeOperator(deps.invoke, 'operator-keys', { command: 'revoke', mode, id })
    }
  }
  const creation = { command: 'create', mode, name: keyName, scopes }
  return created.parse(await invokeOperator(deps.invoke, 'operator-keys', creation)).key
}
