import { argon2Sync } from 'node:crypto'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { keys as itemKeys } from '../../shared/kernel/store/keys.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { listNotifierKeys } from '../../shared/networks/store/notifier-keys.ts'
import { serviceFunctions } from '../../test/service-functions.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const otherMnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const input = {
  mnemonic,
  baseUrl: 'https://pay.example.com/',
  owner: { email: 'owner@example.com', password: 'correct horse battery' },
  notifierKeys: [{ notifier: 'alchemy', chainId: 31337, signingKey: 'whsec_first' }],
  payoutWallets: [
    { mode: 'test', chainId: 31337, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ],
}

async function fixture(variables: Record<string, string> = {}) {
  const { table } = await serviceFunctions(variables)
  const setup = await import('./setup.ts')
  const keys = await import('./keys.ts')
  const settings = await import('./settings.ts')
  return { table, setup: setup.handler, keys: keys.handler, settings: settings.handler }
}

async function item(table: Table, Key: { pk: string; sk: string }) {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
  return Item
}

describe('setup', () => {
  it('stores nothing that can be read without the key service', async () => {
    const { setup, table } = await fixture()
    expect(await setup(input)).toMatchObject({ alreadySetUp: false })
    const items = await Promise.all(
      [itemKeys.mnemonic(), itemKeys.wallet('live'), itemKeys.wallet('test')].map((key) =>
        item(table, key),
      ),
    )
    const text = JSON.stringify([items, await listNotifierKeys(table, 'alchemy')])
    expect(text).not.toMatch(/junk|xpub|whsec_first/)
    expect(items.every((stored) => stored !== undefined)).toBe(true)
  })

  it('seals the keys that addresses are derived from', async () => {
    const { setup, table } = await fixture()
    await setup(input)
    const { appSecrets } = await import('../deps/app-secrets.ts')
    const [key] = await listNotifierKeys(table, 'alchemy')
    const context = { notifier: 'alchemy', chainId: '31337' }
    expect(key && (await appSecrets().open(key.signingKey, context))).toBe('whsec_first')
    expect(await item(table, itemKeys.instance())).toMatchObject({
      firstAddresses: { live: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    })
  })

  it('hashes the owner’s password with argon2id', async () => {
    const { setup, table } = await fixture()
    await setup(input)
    const owner = await item(table, itemKeys.owner())
    const { memoryKib, passes, parallelism, salt, hash, algorithm } = z
      .object({
        memoryKib: z.int(),
        passes: z.int(),
        parallelism: z.int(),
        salt: z.string(),
        hash: z.string(),
        algorithm: z.literal('argon2id'),
      })
      .parse(owner?.['password'])
    const again = argon2Sync(algorithm, {
      message: input.owner.password,
      nonce: Buffer.from(salt, 'base64'),
      memory: memoryKib,
      passes,
      parallelism,
      tagLength: 32,
    })
    expect(again.toString('base64')).toBe(hash)
    expect(memoryKib * passes).toBeGreaterThanOrEqual(65_536)
  })

  it('tells a new address and new notifier keys when repeated, and keeps the rest', async () => {
    const { setup, table, settings } = await fixture()
    await setup(input)
    const before = await item(table, itemKeys.wallet('live'))
    const repeated = await setup({
      ...input,
      mnemonic: `  ${mnemonic.toUpperCase().replaceAll(' ', '\n')} `,
      baseUrl: 'https://new.example.com',
      owner: { ...input.owner, password: 'another password' },
      notifierKeys: [{ notifier: 'alchemy', chainId: 31337, signingKey: 'whsec_second' }],
    })
    expect(repeated).toEqual({ alreadySetUp: true })
    expect(await item(table, itemKeys.wallet('live'))).toEqual(before)
    expect(await settings({ command: 'get', mode: 'live' })).toMatchObject({
      baseUrl: 'https://new.example.com',
    })
    const { appSecrets } = await import('../deps/app-secrets.ts')
    const [key] = await listNotifierKeys(table, 'alchemy')
    const context = { notifier: 'alchemy', chainId: '31337' }
    expect(key && (await appSecrets().open(key.signingKey, context))).toBe('whsec_second')
  })

  it.each([
    { mnemonic: 'not declared new', given: {}, next: 10_000 },
    { mnemonic: 'declared new', given: { mnemonicIsNew: true }, next: 0 },
    { mnemonic: 'used up to an index', given: { highestIndex: { test: 41 } }, next: 10_041 },
    {
      ...{ mnemonic: 'declared new, but used', next: 10_041 },
      given: { mnemonicIsNew: true, highestIndex: { test: 41 } },
    },
  ])('begins at index $next with a mnemonic that is $mnemonic', async ({ given, next }) => {
    const { setup, table } = await fixture()
    await setup({ ...input, ...given })
    expect(await item(table, itemKeys.counter('test', 'derivation'))).toMatchObject({ next })
    await setup({ ...input, ...given })
    expect(await item(table, itemKeys.counter('test', 'derivation'))).toMatchObject({ next })
  })

  it('never takes another mnemonic', async () => {
    const { setup, table } = await fixture()
    await setup(input)
    const before = await item(table, itemKeys.mnemonic())
    const repeated = setup({ ...input, mnemonic: otherMnemonic })
    await expect(repeated).rejects.toMatchObject({ code: 'state_changed' })
    expect(await item(table, itemKeys.mnemonic())).toEqual(before)
  })

  it('sets up once, of two at the same time', async () => {
    const { setup } = await fixture()
    const both = await Promise.allSettled([
      setup(input),
      setup({ ...input, mnemonic: otherMnemonic }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([
    [{ mnemonic: 'test test test' }, 'mnemonic'],
    [{ mnemonic: undefined }, 'mnemonic'],
    [{ baseUrl: 'https://pay.example.com/shop' }, 'baseUrl'],
    [{ owner: { email: 'owner@example.com', password: 'short' } }, 'owner.password'],
    [{ payoutWallets: [{ mode: 'test', chainId: 1, address: '0x12' }] }, 'payoutWallets.0.address'],
  ])('refuses %j', async (changes, param) => {
    const { setup } = await fixture()
    await expect(setup({ ...input, ...changes })).rejects.toMatchObject({ param })
  })
})

const createdKey = z.object({ id: z.string(), key: z.string() })

describe('keys', () => {
  it('are shown once, listed without their text, and revoked', async () => {
    const { keys } = await fixture()
    const creation = { command: 'create', mode: 'live', name: 'shop', scopes: ['links:read'] }
    const { id, key } = createdKey.parse(await keys(creation))
    expect(key).toMatch(/^ck_live_[0-9A-Za-z]{32}$/)
    const listed = await keys({ command: 'list', mode: 'live' })
    expect(listed).toMatchObject({
      keys: [
        { id, name: 'shop', scopes: ['links:read'], prefix: key.slice(0, 16), revokedAt: null },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain(key.slice(16))
    expect(await keys({ command: 'list', mode: 'test' })).toEqual({ keys: [] })
    const revoked = await keys({ command: 'revoke', mode: 'live', id })
    expect(revoked).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) })
    expect(await keys({ command: 'revoke', mode: 'live', id })).toEqual(revoked)
  })

  it('are stored as salted hashes', async () => {
    const { keys, table } = await fixture()
    const creation = { command: 'create', mode: 'test', name: 'shop', scopes: ['links:read'] }
    const { key } = createdKey.parse(await keys(creation))
    const stored = await item(table, itemKeys.apiKey(key.slice(0, 16)))
    expect(stored).toMatchObject({ salt: expect.any(String), hash: expect.any(String) })
    expect(JSON.stringify(stored)).not.toContain(key.slice(16))
  })

  it.each([
    [{ command: 'create', mode: 'test', name: '', scopes: ['links:read'] }, 'name'],
    [{ command: 'create', mode: 'test', name: 'a', scopes: [] }, 'scopes'],
    [{ command: 'create', mode: 'test', name: 'a', scopes: ['all'] }, 'scopes.0'],
    [{ command: 'list', mode: 'both' }, 'mode'],
    [{ command: 'delete', mode: 'test' }, 'command'],
  ])('refuse %j', async (event, param) => {
    const { keys } = await fixture()
    await expect(keys(event)).rejects.toMatchObject({ param })
  })

  it('do not know a key of the other mode', async () => {
    const { keys } = await fixture()
    const creation = { command: 'create', mode: 'test', name: 'shop', scopes: ['links:read'] }
    const { id } = createdKey.parse(await keys(creation))
    await expect(keys({ command: 'revoke', mode: 'live', id })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
  })
})

describe('settings', () => {
  it('take a new address for both modes, before and after the set-up', async () => {
    const { settings, setup } = await fixture()
    const move = (baseUrl: string) => settings({ command: 'move', baseUrl })
    const addresses = () =>
      Promise.all((['live', 'test'] as const).map((mode) => settings({ command: 'get', mode })))
    const first = 'https://d111.cloudfront.net'
    expect(await move(first)).toEqual({ baseUrl: first })
    expect(await addresses()).toMatchObject([{ baseUrl: first }, { baseUrl: first }])
    await setup(input)
    expect(await move(`${first}/`)).toEqual({ baseUrl: first })
    expect(await addresses()).toMatchObject([{ baseUrl: first }, { baseUrl: first }])
    await expect(move('ftp://elsewhere')).rejects.toMatchObject({ code: 'parameter_invalid' })
  })

  it('come from the environment until they are stored, and again once they are cleared', async () => {
    const { settings } = await fixture({ SESSION_TTL_SECONDS: '90', CONFIRMATIONS: '7' })
    const set = (values: unknown) => settings({ command: 'set', mode: 'test', values })
    expect(await settings({ command: 'get', mode: 'test' })).toMatchObject({
      sessionTtlSeconds: 90,
      acceptTopUps: true,
      rateLimitPerMinute: 250,
      confirmations: { 31337: 7 },
    })
    expect(await set({ sessionTtlSeconds: 600, acceptTopUps: false })).toMatchObject({
      sessionTtlSeconds: 600,
      acceptTopUps: false,
    })
    expect(await set({ sessionTtlSeconds: null, confirmations: { 31337: 2 } })).toMatchObject({
      sessionTtlSeconds: 90,
      acceptTopUps: false,
      confirmations: { 31337: 2 },
    })
    expect(await settings({ command: 'get', mode: 'live' })).toMatchObject({ acceptTopUps: true })
  })

  it.each([
    [{}, 'parameter_invalid'],
    [{ sessionTtlSeconds: 59 }, 'parameter_invalid'],
    [{ sessionTtlSeconds: 86_401 }, 'parameter_invalid'],
    [{ underpaymentTolerancePercent: 51 }, 'parameter_invalid'],
    [{ acceptTopUps: 'yes' }, 'parameter_invalid'],
    [{ baseUrl: 'https://evil.example' }, 'parameter_unknown'],
    [{ defaultChainId: 31338 }, 'unsupported_chain'],
    [{ confirmations: { 1: 3 } }, 'unsupported_chain'],
  ])('refuse %j', async (values, code) => {
    const { settings } = await fixture()
    await expect(settings({ command: 'set', mode: 'test', values })).rejects.toMatchObject({ code })
  })
})
