import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { later, someSettings } from '../../../test/factories.ts'
import { credentialsOf } from '../../../test/provider-accounts.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { sealedText } from '../../../test/webhook-fixture.ts'
import { parseWith } from '../../http/parse-with.ts'
import type { Mode } from '../../kernel/mode.ts'
import { transact } from '../../kernel/store/transact.ts'
import { derivationStop } from '../../payments/wallet/store/derivation-counter.ts'
import { providerNames } from '../../records/integrations/rules/provider-name.ts'
import { findIntegration } from '../../records/integrations/store/integrations.ts'
import {
  cancelIntegrationChange,
  disableIntegration,
  enableIntegration,
} from './change-integration.ts'
import { listIntegrations } from './list-integrations.ts'
import { type OpenAccountDeps, openAccount } from './open-account.ts'
import { setIntegration } from './set-integration.ts'

/** Published by Ramp, of its demo. */
const rampDemoKey = `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEevN2PMEeIaaMkS4VIfXOqsLebj19kVeuwWl0AnkIA6DJU0r3ixkXVhJTltycJtkDoEAYtPHfARyTofB5ZNw9xA==
-----END PUBLIC KEY-----`

/** Parses the input first, as the function does. */
async function setUnparsed(deps: OpenAccountDeps, input: unknown) {
  return runAsOperator(setIntegration, deps, parseWith(setIntegration.body, input))
}

async function fixture({ hosts = {} }: { hosts?: Record<string, string> } = {}) {
  const table = await testTable()
  let at = 0
  const deps = {
    table,
    fetch,
    hosts,
    now: () => later(at),
    randomBytes: seededBytes('integrations'),
    seal: async (text: string) => sealedText(text),
    openSealed: async ({ ciphertext }: { ciphertext: string }) => atob(ciphertext),
    wait: async (milliseconds: number) => {
      at += milliseconds / 1000
    },
    settings: async () => someSettings(),
  }
  const set = (
    changes: object = {},
    provider: (typeof providerNames)[number] = 'moonpay',
    mode: Mode = 'test',
  ) => {
    const credentials = JSON.stringify({ ...credentialsOf(provider), ...changes })
    return setUnparsed(deps, { mode, provider, credentials })
  }
  return {
    deps,
    set,
    passTo: (seconds: number) => {
      at = seconds
    },
    wallet: async () => {
      const opened = await openAccount(deps, { mode: 'test', provider: 'moonpay' })
      return opened?.account.credentials
    },
  }
}

describe('keys', () => {
  const otherKey = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const refused = { code: 'parameter_invalid' }

  it.each([
    ['ramp', 'webhookPublicKey', 'no PEM'],
    ['ramp', 'webhookPublicKey', otherKey.publicKey],
    ['ramp', 'urlPrivateKey', otherKey.publicKey],
    ['binance-pay', 'webhookPublicKey', otherKey.publicKey],
    ['binance-pay', 'webhookPublicKey', '-----BEGIN PUBLIC KEY-----'],
    ['coinbase-commerce', 'keySecret', '-----BEGIN PRIVATE KEY-----'],
  ] as const)('of %s with a %s that can’t be used are refused', async (provider, field, key) => {
    const { set } = await fixture({ hosts: { 'binance-pay': 'http://127.0.0.1' } })
    await expect(set({ [field]: key }, provider)).rejects.toMatchObject(refused)
  })

  it('of the right kind are accepted', async () => {
    const { set } = await fixture()
    await set({ urlPrivateKey: otherKey.privateKey }, 'ramp')
  })

  it.each([
    ['moonpay', 'live', 'publishableKey', 'pk_test_1'],
    ['moonpay', 'live', 'secretKey', 'sk_test_1'],
    ['moonpay', 'live', 'webhookKey', 'wk_test_1'],
    ['moonpay', 'test', 'secretKey', 'sk_live_1'],
    ['banxa', 'live', 'apiBaseUrl', 'https://shop.banxa-sandbox.com'],
    ['banxa', 'test', 'apiBaseUrl', 'https://shop.banxa.com'],
    ['ramp', 'live', 'webhookPublicKey', rampDemoKey],
  ] as const)('of %s are refused in %s mode with a %s of the other', async (...given) => {
    const [provider, mode, field, value] = given
    const { set } = await fixture()
    const own = {
      moonpay: {
        publishableKey: `pk_${mode}_1`,
        secretKey: `sk_${mode}_1`,
        webhookKey: `wk_${mode}_1`,
      },
      banxa: {},
      ramp: {},
    }[provider]
    await expect(set({ ...own, [field]: value }, provider, mode)).rejects.toMatchObject({
      ...refused,
      param: `credentials.${field}`,
    })
  })

  it.each([
    'http://shop.banxa.com',
    'https://shop.banxa.com.example.org',
    'https://banxa.com',
    'https://shop.banxa.com:8443',
    'https://user@shop.banxa.com',
    'https://shop.banxa.com/api',
    'https://shop.banxa.com?x=1',
    'https://169.254.169.254',
  ])('of banxa are refused with the host %s', async (apiBaseUrl) => {
    const { set } = await fixture()
    await expect(set({ apiBaseUrl }, 'banxa', 'live')).rejects.toMatchObject(refused)
  })
})

const first = '0x000000000000000000000000000000000000dEaD'
const second = '0x00000000000000000000000000000000000000A2'
/** Where no provider responds, so that nothing is proved. */
const unreachable = { moonpay: 'http://127.0.0.1:1' }

const third = '0x00000000000000000000000000000000000000a3'
const day = 86_400

describe('a replacement', () => {
  it('is used at once if it is the first, and after 24 hours if the wallet is another', async () => {
    const { set, wallet, passTo } = await fixture({ hosts: unreachable })
    expect(await set()).toMatchObject({ wallet: first, next: null })
    passTo(100)
    const from = later(day + 100).toISOString()
    const pending = await set({ settlementWallet: second })
    expect(pending).toMatchObject({ wallet: first, next: { wallet: second, from } })
    expect(pending.next?.fingerprint).not.toBe(pending.fingerprint)
    passTo(day + 99)
    expect(await wallet()).toMatchObject({ settlementWallet: first })
    // The same again doesn't wait again.
    expect(await set({ settlementWallet: second })).toMatchObject({ next: { from } })
    passTo(day + 100)
    expect(await wallet()).toMatchObject({ settlementWallet: second })
  })

  it('waits again if it is replaced meanwhile, and ends if the account in use is set again', async () => {
    const { set, wallet, passTo } = await fixture({ hosts: unreachable })
    await set()
    await set({ settlementWallet: second })
    passTo(1000)
    await set({ settlementWallet: third })
    passTo(day)
    expect(await wallet()).toMatchObject({ settlementWallet: first })
    expect(await set()).toMatchObject({ next: null })
    passTo(3 * day)
    expect(await wallet()).toMatchObject({ settlementWallet: first })
  })

  it.each(providerNames)(
    'of %s by another account waits, and can be canceled',
    async (provider) => {
      const { set, deps, passTo } = await fixture({ hosts: { [provider]: 'http://127.0.0.1:1' } })
      const other = Object.entries(credentialsOf(provider)).find(([name]) =>
        /key|token|id/i.test(name),
      )
      const { fingerprint } = await set({}, provider)
      const pending = await set({ [other?.[0] ?? '']: `${other?.[1]}2` }, provider)
      expect(pending).toMatchObject({ fingerprint, next: { from: later(day).toISOString() } })
      const cancel = () =>
        runAsOperator(cancelIntegrationChange, deps, { mode: 'test', provider, dryRun: false })
      expect(await cancel()).toMatchObject({ fingerprint, next: null })
      await expect(cancel()).rejects.toMatchObject({ code: 'state_changed' })
      passTo(2 * day)
      const integration = await findIntegration(deps.table, 'test', provider)
      expect(integration).toMatchObject({ fingerprint, next: null })
    },
  )

  it('that took effect after the backup is canceled by restore alone, and its orders keep it', async () => {
    const { set, deps, passTo } = await fixture()
    const { fingerprint } = await set()
    const { next } = await set({ settlementWallet: second })
    const pendingAt = later(day / 2).toISOString()
    passTo(2 * day)
    const cancel = () =>
      runAsOperator(cancelIntegrationChange, deps, {
        mode: 'test',
        provider: 'moonpay',
        dryRun: false,
        pendingAt,
      })
    await expect(cancel()).rejects.toThrow('Only restore cancels')
    await transact(deps.table, [derivationStop('test', 0, later(0))])
    expect(await cancel()).toMatchObject({ fingerprint, cancelled: next?.fingerprint })
    expect(await findIntegration(deps.table, 'test', 'moonpay')).toMatchObject({
      account: 1,
      fingerprint,
      next: null,
      past: [{ account: 2, fingerprint: next?.fingerprint }],
    })
    expect(await cancel()).toMatchObject({ fingerprint, cancelled: null })
  })
})

describe('credentials', () => {
  it.each(providerNames)('%s: must have its fields, and no others', async (provider) => {
    const { set, deps } = await fixture({ hosts: { [provider]: 'http://localhost:1' } })
    await expect(set({ more: 'x' }, provider)).rejects.toMatchObject({
      param: 'credentials.more',
    })
    const [required = ''] = Object.keys(credentialsOf(provider))
    await expect(set({ [required]: '' }, provider)).rejects.toMatchObject({
      param: `credentials.${required}`,
    })
    const text = { mode: 'test', provider, credentials: 'secret text' } as const
    const attempt = setUnparsed(deps, text)
    await expect(attempt).rejects.toThrow(/^(?!.*secret text)/)
    expect(await findIntegration(deps.table, 'test', provider)).toBeUndefined()
    await set({}, provider)
    expect(await findIntegration(deps.table, 'test', provider)).toMatchObject({ version: 1 })
  })

  it('without a sandbox are for live mode only', async () => {
    const { set } = await fixture()
    await expect(set({}, 'binance-pay')).rejects.toMatchObject({ param: 'mode' })
  })

  it('never leave: a list names only what is public', async () => {
    const { set, deps } = await fixture()
    await set()
    const { integrations } = await runAsOperator(listIntegrations, deps, { mode: 'test' })
    expect(integrations).toHaveLength(providerNames.length)
    expect(JSON.stringify(integrations)).not.toMatch(/sk_test_key|moonpay-webhook/)
    expect(integrations.find(({ provider }) => provider === 'moonpay')).toMatchObject({
      webhookUrl: 'https://pay.example/api/providers/moonpay/webhook',
      referrerDomain: 'pay.example',
      account: { enabled: false, wallet: first },
    })
    const beta = integrations.filter((each) => !each.beta).map(({ provider }) => provider)
    expect(beta).toEqual(['transak', 'moonpay'])
  })
})

it('is enabled and disabled, once it has credentials', async () => {
  const { set, deps } = await fixture()
  const input = { mode: 'test', provider: 'moonpay' } as const
  const enable = () => runAsOperator(enableIntegration, deps, input)
  await expect(enable()).rejects.toMatchObject({ code: 'resource_not_found' })
  await set()
  expect(await enable()).toMatchObject({ enabled: true })
  expect(await set()).toMatchObject({ enabled: true })
  expect(await runAsOperator(disableIntegration, deps, input)).toMatchObject({ enabled: false })
})

describe('access tokens', () => {
  async function tokens() {
    const { set, deps, passTo } = await fixture()
    await set({}, 'transak')
    const opened = await openAccount(deps, { mode: 'test', provider: 'transak' })
    if (!opened) throw new Error('there is no account')
    return { ...opened.account.tokens, passTo }
  }

  it('are renewed once for many, and the one before is kept', async () => {
    const { read, renew } = await tokens()
    let requests = 0
    const request = async () => `token ${++requests}`
    expect(await read()).toEqual([])
    const many = await Promise.all([1, 2, 3].map(() => renew(undefined, request)))
    expect([many, requests]).toEqual([['token 1', 'token 1', 'token 1'], 1])
    expect(await renew(undefined, request)).toBe('token 1')
    expect(await renew('token 1', request)).toBe('token 2')
    expect(await read()).toEqual(['token 2', 'token 1'])
  })

  it('are renewed by the next one if a request fails', async () => {
    const { renew } = await tokens()
    const failing = renew(undefined, async () => {
      throw new Error('unreachable')
    })
    await expect(failing).rejects.toThrow('unreachable')
    expect(await renew(undefined, async () => 'token')).toBe('token')
  })
})
