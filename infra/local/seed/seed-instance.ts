import * as z from 'zod'
import { scopes } from '../../../shared/api-keys/rules/scopes.ts'
import { type Mode, modes } from '../../../shared/kernel/mode.ts'
import { askOperator, type Invoke } from './ask-operator.ts'
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
 * every start and repeats safely: only what is missing is made, and a changed address is told.
 */
export async function seedInstance(deps: Deps, input: Input): Promise<ApiKeys> {
  const { seed, baseUrl, payoutWallets } = input
  await askOperator(deps.invoke, 'operator-setup', {
    mnemonic: seed.mnemonic,
    mnemonicIsNew: seed.mnemonicIsNew,
    // It is play money, and whoever starts the instance waits.
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
  // Saved with the first key: whoever loses the table and keeps this must not begin at the first address again.
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

/** A key that a start made but could not note any more is lost, as only its hash is kept: it is revoked. */
async function createApiKey(deps: Deps, mode: Mode): Promise<string> {
  const { keys } = listed.parse(
    await askOperator(deps.invoke, 'operator-keys', { command: 'list', mode }),
  )
  for (const { id, name, revokedAt } of keys) {
    if (name === keyName && !revokedAt) {
      await askOperator(deps.invoke, 'operator-keys', { command: 'revoke', mode, id })
    }
  }
  const creation = { command: 'create', mode, name: keyName, scopes }
  return created.parse(await askOperator(deps.invoke, 'operator-keys', creation)).key
}
