import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { modes } from '../../../shared/kernel/mode.ts'
import { scopes } from '../../../shared/kernel/scopes.ts'
import { listApiKeys } from '../../../shared/records/api-keys/list-api-keys.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../../test/terminal.ts'
import { testDataDir } from '../aws/test-data-dir.ts'
import { startManagementApi } from '../chains/notifier/management-api.ts'
import { openRegistry } from '../chains/notifier/webhook-registry.ts'
import { operatorAtStartup } from './operator-at-startup.ts'
import { loadSeed, notifierTokenOf, readSeed, saveSeed } from './seed-file.ts'
import { seedInstance } from './seed-instance.ts'

const payoutWallets = [
  { mode: 'test', chainId: 31337, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
] as const
const baseUrl = 'http://localhost:4400'

describe('the seed', () => {
  it('is generated once, and only its owner can read it', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, seededBytes('one'))
    expect(validateMnemonic(seed.mnemonic, wordlist)).toBe(true)
    expect(seed.owner.password).toMatch(/^\w{20}$/)
    for (const file of ['seed.json', 'wallet.json']) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    }
    expect(await readFile(join(folder, 'seed.json'), 'utf8')).not.toContain(seed.mnemonic)
    expect(await loadSeed(folder, seededBytes('two'))).toEqual(seed)
  })

  it('is that of a folder that an earlier version wrote', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, seededBytes('one'))
    await rm(join(folder, 'wallet.json'))
    await writeFile(join(folder, 'seed.json'), JSON.stringify(seed))
    expect(await loadSeed(folder, seededBytes('two'))).toEqual(seed)
  })
})

type Call = { functionName: string; payload: unknown }

/** The operators' functions, and how they were called. */
async function operators() {
  const token = notifierTokenOf(await loadSeed(await testDataDir(), seededBytes('one')))
  const registry = await openRegistry(await testDataDir())
  const api = await startManagementApi({ registry, token, port: 0 })
  onTestFinished(api.close)
  const { config } = await serviceFunctions({
    NOTIFIER_HOSTS: JSON.stringify({ alchemy: api.url }),
  })
  const functions = lambdasOf(config)
  const calls: Call[] = []
  const { call } = terminal(
    Object.fromEntries(
      Object.entries(functions).map(([functionName, run]) => [
        functionName,
        (payload: unknown) => {
          calls.push({ functionName, payload })
          return run(payload)
        },
      ]),
    ),
  )
  return { calls, call }
}

describe('seeding', () => {
  it('sets the instance up and creates a key with all scopes for each mode', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, seededBytes('one'))
    const { call, calls } = await operators()
    const deps = { call, save: (changed: typeof seed) => saveSeed(folder, changed) }
    const apiKeys = await seedInstance(deps, { seed, baseUrl, payoutWallets })
    expect(calls[0]).toEqual({
      functionName: 'operator-set-up-instance',
      payload: {
        door: 'terminal',
        operation: 'set-up-instance',
        input: {
          mnemonic: seed.mnemonic,
          mnemonicIsNew: true,
          mayHoldMoney: true,
          searchSeconds: 10,
          baseUrl,
          owner: seed.owner,
          payoutWallets,
        },
      },
    })
    const creations = calls.filter(({ payload }) => JSON.stringify(payload).includes('create'))
    expect(creations.map(({ payload }) => payload)).toEqual(
      modes.map((mode) => ({
        door: 'terminal',
        operation: 'create-api-key',
        input: { mode, name: 'First key', scopes: [...scopes] },
      })),
    )
    expect((await readSeed(folder))?.apiKeys).toEqual(apiKeys)
  })

  it('creates no second key at the next start, but updates the base URL', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, seededBytes('one'))
    const { call, calls } = await operators()
    const deps = { call, save: (changed: typeof seed) => saveSeed(folder, changed) }
    const first = await seedInstance(deps, { seed, baseUrl, payoutWallets })
    calls.splice(0)
    const again = await loadSeed(folder, seededBytes('two'))
    const moved = 'http://localhost:5500'
    expect(await seedInstance(deps, { seed: again, baseUrl: moved, payoutWallets })).toEqual(first)
    expect(calls.map(({ functionName }) => functionName)).toEqual([
      'operator-set-up-instance',
      'operator-connect-notifier',
    ])
    expect(calls[0]?.payload).toMatchObject({
      input: { baseUrl: moved, mnemonic: seed.mnemonic, mnemonicIsNew: false },
    })
  })

  it('revokes a key that a start created but could not save', async () => {
    const folder = await testDataDir()
    const seed = await loadSeed(folder, seededBytes('one'))
    const { call } = await operators()
    const input = { seed, baseUrl, payoutWallets }
    const killed = { call, save: () => Promise.reject(new Error('killed')) }
    await expect(seedInstance(killed, input)).rejects.toThrow('killed')
    await seedInstance({ call, save: async () => {} }, input)
    const { keys: listed } = await call(listApiKeys, { mode: 'live' })
    expect(listed).toMatchObject([{ revokedAt: null }, { revokedAt: expect.any(String) }])
  })

  it('says which function failed', async () => {
    const seed = await loadSeed(await testDataDir(), seededBytes('one'))
    const error = { errorType: 'Error', errorMessage: 'another mnemonic is set up', trace: [] }
    const deps = {
      call: operatorAtStartup(async () => ({ outcome: 'failed', error })),
      save: async () => {},
    }
    await expect(seedInstance(deps, { seed, baseUrl, payoutWallets })).rejects.toThrow(
      'The instance could not be started: operator-set-up-instance failed (another mnemonic is set up).',
    )
  })
})
