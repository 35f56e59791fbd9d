import { argon2Sync } from 'node:crypto'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { operatorKeys } from '../../shared/admin/operators/store/keys.ts'
import { loadStaff } from '../../shared/admin/operators/store/operators.ts'
import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { keys as itemKeys } from '../../shared/kernel/store/keys.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { walletKeys } from '../../shared/payments/wallet/store/keys.ts'
import { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { apiKeyKeys } from '../../shared/records/api-keys/store/keys.ts'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { moveInstance } from '../../shared/records/settings/move-instance.ts'
import { settingsKeys } from '../../shared/records/settings/store/keys.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { serve as serveListApiKeys } from './list-api-keys.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const otherMnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const input = {
  mnemonic,
  mayHoldMoney: true,
  baseUrl: 'https://pay.example.com/',
  owner: { email: 'owner@example.com', password: 'correct horse battery' },
  payoutWallets: [
    { mode: 'test', chainId: 31337, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ],
}

async function fixture(variables: Record<string, string> = {}) {
  const { table, config } = await serviceFunctions(variables)
  const { call } = terminal(lambdasOf(config))
  return {
    table,
    config,
    call,
    setUp: (given: Record<string, unknown>) => call(setUpInstance, given),
  }
}

async function item(table: Table, Key: { pk: string; sk: string }) {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
  return Item
}

describe('setup', () => {
  it('stores nothing that can be read without KMS', async () => {
    const { setUp, table } = await fixture()
    expect(await setUp(input)).toMatchObject({ alreadySetUp: false })
    const items = await Promise.all(
      [walletKeys.mnemonic(), walletKeys.wallet('live'), walletKeys.wallet('test')].map((key) =>
        item(table, key),
      ),
    )
    const text = JSON.stringify(items)
    expect(text).not.toMatch(/junk|xpub/)
    expect(items.every((stored) => stored !== undefined)).toBe(true)
  })

  it('seals the keys that addresses are derived from', async () => {
    const { setUp, table } = await fixture()
    await setUp(input)
    expect(await item(table, settingsKeys.instance())).toMatchObject({
      firstAddresses: { live: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    })
  })

  it('hashes the owner’s password with argon2id', async () => {
    const { setUp, table } = await fixture()
    await setUp(input)
    const { operators } = await loadStaff(table)
    expect(operators).toMatchObject([
      { email: 'owner@example.com', role: 'owner', passwordAlone: true },
    ])
    const stored = await item(table, operatorKeys.credential(operators[0]?.id ?? '', 'password'))
    const { memoryKib, passes, parallelism, salt, hash, algorithm } = z
      .object({
        memoryKib: z.int(),
        passes: z.int(),
        parallelism: z.int(),
        salt: z.string(),
        hash: z.string(),
        algorithm: z.literal('argon2id'),
      })
      .parse(stored)
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

  it('changes the base URL when repeated, and keeps the rest', async () => {
    const { setUp, table, call } = await fixture()
    await setUp(input)
    const before = await item(table, walletKeys.wallet('live'))
    const repeated = await setUp({
      ...input,
      mnemonic: `  ${mnemonic.toUpperCase().replaceAll(' ', '\n')} `,
      baseUrl: 'https://new.example.com',
      owner: { ...input.owner, password: 'another password' },
    })
    expect(repeated).toEqual({ alreadySetUp: true })
    expect(await item(table, walletKeys.wallet('live'))).toEqual(before)
    expect(await call(getSettings, { mode: 'live' })).toMatchObject({
      baseUrl: 'https://new.example.com',
    })
  })

  it.each([
    { mnemonic: 'not declared new', given: {}, next: 10_000 },
    { mnemonic: 'declared new', given: { mnemonicIsNew: true }, next: 0 },
    { mnemonic: 'used up to an index', given: { highestIndex: { test: 41 } }, next: 10_041 },
    {
      mnemonic: 'declared new, but used',
      next: 10_041,
      given: { mnemonicIsNew: true, highestIndex: { test: 41 } },
    },
  ])('starts at index $next with a mnemonic that is $mnemonic', async ({ given, next }) => {
    const { setUp, table } = await fixture()
    await setUp({ ...input, ...given })
    expect(await item(table, itemKeys.counter('test', 'derivation'))).toMatchObject({ next })
    await setUp({ ...input, ...given })
    expect(await item(table, itemKeys.counter('test', 'derivation'))).toMatchObject({ next })
  })

  it('refuses another mnemonic', async () => {
    const { setUp, table } = await fixture()
    await setUp(input)
    const before = await item(table, walletKeys.mnemonic())
    const repeated = setUp({ ...input, mnemonic: otherMnemonic })
    await expect(repeated).rejects.toMatchObject({ code: 'state_changed' })
    expect(await item(table, walletKeys.mnemonic())).toEqual(before)
  })

  it('happens once if two run at the same time', async () => {
    const { setUp } = await fixture()
    const both = await Promise.allSettled([
      setUp(input),
      setUp({ ...input, mnemonic: otherMnemonic }),
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
    const { setUp } = await fixture()
    await expect(setUp({ ...input, ...changes })).rejects.toMatchObject({ param })
  })
})

const creation = { mode: 'live', name: 'shop', scopes: ['links:read'] }

describe('keys', () => {
  it('are shown once, listed without the key itself, and revoked', async () => {
    const { call } = await fixture()
    const { id, key } = await call(createApiKey, creation)
    expect(key).toMatch(/^ck_live_[0-9A-Za-z]{32}$/)
    const listed = await call(listApiKeys, { mode: 'live' })
    expect(listed).toMatchObject({
      keys: [
        { id, name: 'shop', scopes: ['links:read'], prefix: key.slice(0, 16), revokedAt: null },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain(key.slice(16))
    expect(await call(listApiKeys, { mode: 'test' })).toEqual({ keys: [] })
    expect(await call(listApiKeys)).toEqual(listed)
    const revoked = await call(revokeApiKey, { id })
    expect(revoked).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) })
    expect(await call(revokeApiKey, { id })).toEqual(revoked)
    expect(await call(listApiKeys)).toEqual({ keys: [{ ...revoked, lastUsedAt: null }] })
  })

  it('are stored as salted hashes, which are deleted on revocation', async () => {
    const { call, table } = await fixture()
    const { id, key } = await call(createApiKey, creation)
    const stored = () => item(table, apiKeyKeys.apiKey(key.slice(0, 16)))
    expect(await stored()).toMatchObject({ salt: expect.any(String), hash: expect.any(String) })
    expect(JSON.stringify(await stored())).not.toContain(key.slice(16))
    await call(revokeApiKey, { id })
    expect(await stored()).toBeUndefined()
  })

  it.each([
    [{ ...creation, name: '' }, 'name'],
    [{ ...creation, scopes: [] }, 'scopes'],
    [{ ...creation, scopes: ['all'] }, 'scopes.0'],
    [{ ...creation, mode: 'both' }, 'mode'],
    [{ ...creation, more: true }, 'more'],
  ])('are not created from %j', async (given, param) => {
    const { call } = await fixture()
    await expect(call(createApiKey, given)).rejects.toMatchObject({ param })
  })

  it('are not revoked by an unknown id', async () => {
    const { call } = await fixture()
    const revoked = call(revokeApiKey, { id: 'key_01JD8Z3K000000000000000000' })
    await expect(revoked).rejects.toMatchObject({ code: 'resource_not_found' })
  })
})

describe('an operation’s function', () => {
  it('refuses other operations, and unknown fields', async () => {
    const { config } = await serviceFunctions()
    const run = serveListApiKeys(config)
    await expect(
      run({ door: 'terminal', operation: 'get-settings', input: {} }),
    ).rejects.toMatchObject({
      param: 'operation',
    })
    await expect(
      run({ door: 'terminal', operation: 'list-api-keys', mode: 'test' }),
    ).rejects.toMatchObject({
      param: 'mode',
    })
    await expect(run({ operation: 'list-api-keys', input: {} })).rejects.toMatchObject({
      param: 'door',
    })
  })
})

describe('settings', () => {
  it('store a new base URL for both modes, before and after setup, and which release does so', async () => {
    const { call, setUp, table } = await fixture()
    const move = (baseUrl: string) => call(moveInstance, { baseUrl })
    const addresses = () => Promise.all(modes.map((mode) => call(getSettings, { mode })))
    const first = 'https://d111.cloudfront.net'
    expect(await move(first)).toEqual({ baseUrl: first, movedFrom: null })
    expect(await addresses()).toMatchObject([{ baseUrl: first }, { baseUrl: first }])
    await setUp(input)
    expect(await move(`${first}/`)).toMatchObject({ baseUrl: first })
    expect(await addresses()).toMatchObject([{ baseUrl: first }, { baseUrl: first }])
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 1 })
    expect(items).toMatchObject([
      { action: 'instance.move', after: { baseUrl: first, release: '1.2.3 1a2b3c4' } },
    ])
    await expect(move('ftp://elsewhere')).rejects.toMatchObject({ code: 'parameter_invalid' })
  })

  it('come from the environment until stored, and again once cleared', async () => {
    const { call } = await fixture({ SESSION_TTL_SECONDS: '90', CONFIRMATIONS: '7' })
    const set = (values: unknown) => call(changeSettings, { mode: 'test', values })
    const read = (mode: Mode) => call(getSettings, { mode })
    expect(await read('test')).toMatchObject({
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
      confirmations: { 31337: 2, 84532: 7 },
    })
    expect(await read('test')).toMatchObject({ sessionTtlSeconds: 90, confirmations: { 31337: 2 } })
    const [rule, ofAsset] = [{ 31337: '2.50' }, { '31337.USDC': '1' }]
    await set({ sweepMinimumUsd: rule })
    expect(await set({ sweepMinimumUsd: ofAsset })).toMatchObject({
      sweepMinimumUsd: { ...rule, ...ofAsset },
    })
    expect(await set({ sweepMinimumUsd: { 31337: null } })).toMatchObject({
      sweepMinimumUsd: ofAsset,
    })
    await set({ confirmations: { 31337: null } })
    expect(await read('test')).toMatchObject({ acceptTopUps: false, confirmations: { 31337: 7 } })
    expect(await read('live')).toMatchObject({ acceptTopUps: true })
  })

  it.each([
    [{}, 'parameter_invalid'],
    [{ sessionTtlSeconds: 59 }, 'parameter_invalid'],
    [{ sessionTtlSeconds: 86_401 }, 'parameter_invalid'],
    [{ underpaymentTolerancePercent: 5.01 }, 'parameter_invalid'],
    [{ acceptTopUps: 'yes' }, 'parameter_invalid'],
    [{ baseUrl: 'https://evil.example' }, 'parameter_unknown'],
    [{ defaultChainId: 31338 }, 'unsupported_chain'],
    [{ confirmations: { 1: 3 } }, 'unsupported_chain'],
    [{ sweepMinimumUsd: { 8453: '2' } }, 'unsupported_chain'],
    [{ sweepMaxAgeHours: { '31337.DOGE': 2 } }, 'unsupported_asset'],
    [{ sweepMinimumUsd: { 31337: '-1' } }, 'parameter_invalid'],
    [{ sweepMinimumUsd: { 31337: '0.0000001' } }, 'parameter_invalid'],
    [{ sweepMinimumUsd: { base: '1' } }, 'parameter_invalid'],
    [{ sweepMaxAgeHours: { 31337: 8_761 } }, 'parameter_invalid'],
    [{ sweepMaxFeePercent: { 31337: 0 } }, 'parameter_invalid'],
    [{ sweepMaxFeePercent: { 31337: 1.005 } }, 'parameter_invalid'],
  ])('refuse %j', async (values, code) => {
    const { call } = await fixture()
    const set = call(changeSettings, { mode: 'test', values })
    await expect(set).rejects.toMatchObject({ code })
  })
})
