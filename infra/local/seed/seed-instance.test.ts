import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it } from 'vitest'
import { scopes } from '../../../shared/api-keys/rules/scopes.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import type { Invocation } from '../functions/invocation.ts'
import { loadSeed, readSeed, saveSeed } from './seed-file.ts'
import { seedInstance } from './seed-instance.ts'

const chainIds = [31337, 31338]
const payoutWallets = [{ mode: 'test', chainId: 31337, address: '0xabc' }] as const
const baseUrl = 'http://localhost:4400'

describe('the seed', () => {
  it('is generated once, and only its owner can read it', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, chainIds, seededBytes('one'))
    expect(validateMnemonic(seed.mnemonic, wordlist)).toBe(true)
    expect(Object.keys(seed.notifierSigningKeys)).toEqual(['31337', '31338'])
    expect(new Set(Object.values(seed.notifierSigningKeys)).size).toBe(2)
    expect(seed.owner.password).toMatch(/^\w{20}$/)
    expect((await stat(join(folder, 'seed.json'))).mode & 0o777).toBe(0o600)
    expect(await loadSeed(folder, chainIds, seededBytes('two'))).toEqual(seed)
  })
})

type Call = { functionName: string; payload: unknown }

/** A stand-in for the operator's functions that remembers its keys. */
function operator() {
  const calls: Call[] = []
  const keys: { id: string; name: string; revokedAt: string | null }[] = []
  const invoke = async (functionName: string, payload: unknown): Promise<Invocation> => {
    calls.push({ functionName, payload })
    return { outcome: 'answered', payload: JSON.stringify(respond(payload)) }
  }
  const respond = (payload: unknown) => {
    if (typeof payload !== 'object' || payload === null || !('command' in payload)) {
      return { alreadySetUp: false }
    }
    if (payload.command === 'list') return { keys }
    if (payload.command === 'revoke') return {}
    keys.push({ id: `key_${keys.length}`, name: 'First key', revokedAt: null })
    return { key: `ck_${keys.length}` }
  }
  return { calls, keys, invoke }
}

describe('seeding', () => {
  it('sets the instance up and creates a key with all scopes for each mode', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, chainIds, seededBytes('one'))
    const { invoke, calls } = operator()
    const deps = { invoke, save: (changed: typeof seed) => saveSeed(folder, changed) }
    const apiKeys = await seedInstance(deps, { seed, baseUrl, payoutWallets })
    expect(calls[0]).toEqual({
      functionName: 'operator-setup',
      payload: {
        mnemonic: seed.mnemonic,
        mnemonicIsNew: true,
        searchSeconds: 10,
        baseUrl,
        owner: seed.owner,
        payoutWallets,
        notifierKeys: chainIds.map((chainId) => ({
          notifier: 'alchemy',
          chainId,
          signingKey: seed.notifierSigningKeys[chainId],
        })),
      },
    })
    const creations = calls.filter(({ payload }) => JSON.stringify(payload).includes('create'))
    expect(creations.map(({ payload }) => payload)).toEqual([
      { command: 'create', mode: 'live', name: 'First key', scopes: [...scopes] },
      { command: 'create', mode: 'test', name: 'First key', scopes: [...scopes] },
    ])
    expect((await readSeed(folder))?.apiKeys).toEqual(apiKeys)
  })

  it('creates no second key at the next start, but updates the base URL', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, chainIds, seededBytes('one'))
    const { invoke, calls } = operator()
    const deps = { invoke, save: (changed: typeof seed) => saveSeed(folder, changed) }
    const first = await seedInstance(deps, { seed, baseUrl, payoutWallets })
    calls.splice(0)
    const again = await loadSeed(folder, chainIds, seededBytes('two'))
    const moved = 'http://localhost:5500'
    expect(await seedInstance(deps, { seed: again, baseUrl: moved, payoutWallets })).toEqual(first)
    expect(calls.map(({ functionName }) => functionName)).toEqual(['operator-setup'])
    expect(calls[0]?.payload).toMatchObject({
      baseUrl: moved,
      mnemonic: seed.mnemonic,
      mnemonicIsNew: false,
    })
  })

  it('revokes a key that a start created but could not save', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, chainIds, seededBytes('one'))
    const { invoke, calls } = operator()
    const input = { seed, baseUrl, payoutWallets }
    const killed = { invoke, save: () => Promise.reject(new Error('killed')) }
    await expect(seedInstance(killed, input)).rejects.toThrow('killed')
    await seedInstance({ invoke, save: async () => {} }, input)
    expect(calls.map(({ payload }) => payload)).toContainEqual({
      command: 'revoke',
      mode: 'live',
      id: 'key_0',
    })
  })

  it('says which function failed', async () => {
    const seed = await loadSeed(await testDataDir(), chainIds, seededBytes('one'))
    const error = { errorType: 'Error', errorMessage: 'another mnemonic is set up', trace: [] }
    const deps = {
      invoke: async (): Promise<Invocation> => ({ outcome: 'failed', error }),
      save: async () => {},
    }
    await expect(seedInstance(deps, { seed, baseUrl, payoutWallets })).rejects.toThrow(
      'The instance could not be started: operator-setup failed (another mnemonic is set up).',
    )
  })
})
