import { describe, expect, it } from 'vitest'
import { asAnother } from '../../../../test/as-function.ts'
import { allGiven } from '../../../../test/given-services.ts'
import {
  codeAt,
  emptyInstance,
  type OwnedInstance,
  ownedInstance,
  page,
  password,
  withApp,
} from '../../../../test/operator-accounts.ts'
import { browserOf } from '../../../../test/operator-browser.ts'
import { actor } from '../../../../test/run-as-operator.ts'
import { softwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { runAsVisitor } from '../../../../test/visitor.ts'
import { commit } from '../../../kernel/operation/commit.ts'
import { pageAuditEntries } from '../../../kernel/store/audit-log.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts'
import { loadCredentials } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { changePassword } from './change-password.ts'
import { disableTotp } from './disable-totp.ts'
import { enableTotp } from './enable-totp.ts'
import { endSignIn } from './end-sign-in.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { removePasskey } from './remove-passkey.ts'
import { showAccount } from './show-account.ts'
import { stopFactor } from './stop-factor.ts'

type Browser = Awaited<ReturnType<typeof browserOf>>
type Authenticator = ReturnType<typeof softwareAuthenticator>

async function signedIn(changes: Parameters<typeof ownedInstance>[0] = {}) {
  const instance = await ownedInstance(changes)
  return { instance, browser: await browserOf(instance) }
}

async function addKey({ services }: OwnedInstance, browser: Browser, key: Authenticator) {
  const { challengeId, options } = await browser.run(beginPasskey, services, {})
  const response = key.create({ ...page, challenge: String(options['challenge']) })
  return browser.run(addPasskey, services, { challengeId, name: 'Laptop', response })
}

async function addApp({ services }: OwnedInstance, browser: Browser) {
  const { secret, uri } = await browser.run(beginTotp, services, {})
  const code = codeAt(services.now(), secret)
  return { secret, uri, ...(await browser.run(enableTotp, services, { code })) }
}

async function actionsOf({ table }: OwnedInstance): Promise<string[]> {
  const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 50 })
  return items.map(({ action }) => action)
}

describe('a passkey', () => {
  it('is added with recovery codes, and lifts the restriction under a new secret', async () => {
    const { instance, browser } = await signedIn()
    const before = browser.cookie()
    expect(await browser.found()).toMatchObject({ hasSecondFactor: false })
    const { recoveryCodes } = await addKey(instance, browser, softwareAuthenticator())
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.found()).toMatchObject({ hasSecondFactor: true })
    expect(browser.cookie()).not.toBe(before)
    expect(await actionsOf(instance)).toEqual(['account.passkey-add'])
    const second = await addKey(instance, browser, softwareAuthenticator())
    expect(second.recoveryCodes).toBeNull()
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }, true],
    ['another domain', { domain: 'evil.example' }, true],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, true],
    ['one that was not unlocked', {}, false],
  ])('is not added for %s', async (_, changes, isVerified) => {
    const { instance, browser } = await signedIn()
    const { challengeId, options } = await browser.run(beginPasskey, instance.services, {})
    const asked = { ...page, challenge: String(options['challenge']), ...changes }
    const response = softwareAuthenticator().create(asked, isVerified)
    const input = { challengeId, name: 'Laptop', response }
    const add = () => browser.run(addPasskey, instance.services, input)
    await expect(add()).rejects.toMatchObject({ code: 'sign_in_failed' })
    expect((await loadCredentials(instance.table, 'op_1')).passkeys).toEqual([])
  })

  it('is not added with a challenge of somebody else, or of a sign-in', async () => {
    const { instance, browser } = await signedIn()
    const other = await signedIn()
    const begun = await other.browser.run(beginPasskey, other.instance.services, {})
    const challenge = String(begun.options['challenge'])
    const response = softwareAuthenticator().create({ ...page, challenge })
    const input = { challengeId: begun.challengeId, name: 'Laptop', response }
    const add = () => browser.run(addPasskey, instance.services, input)
    await expect(add()).rejects.toMatchObject({ code: 'sign_in_failed' })
  })

  it('is removed unless it is the only second factor', async () => {
    const { instance, browser } = await signedIn()
    const { services } = instance
    const { id } = await addKey(instance, browser, softwareAuthenticator())
    const remove = () => browser.run(removePasskey, services, { id })
    await expect(remove()).rejects.toMatchObject({ code: 'state_changed' })
    await addApp(instance, browser)
    await remove()
    await expect(remove()).rejects.toMatchObject({ code: 'resource_not_found' })
    const disable = () => browser.run(disableTotp, services, {})
    await expect(disable()).rejects.toMatchObject({ code: 'state_changed' })
  })
})

describe('an authenticator app', () => {
  it('is added once it shows the right code, whose secret is stored sealed', async () => {
    const { instance, browser } = await signedIn()
    const { services, table } = instance
    const { secret, uri } = await browser.run(beginTotp, services, {})
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Quittance:owner%40example\.com\?issuer=Quittance&secret=/,
    )
    const enable = (code: string) => browser.run(enableTotp, services, { code })
    await expect(enable('000000')).rejects.toMatchObject({ param: 'code' })
    const { recoveryCodes } = await enable(codeAt(services.now(), secret))
    expect(recoveryCodes).toHaveLength(10)
    const { totp, pendingTotp } = await loadCredentials(table, 'op_1')
    expect(pendingTotp).toBeUndefined()
    expect(JSON.stringify(totp)).not.toContain(secret)
    // The code that enabled it doesn't sign in as well.
    const input = { email: 'owner@example.com', password, code: codeAt(services.now(), secret) }
    const reuse = runAsVisitor(signInWithPassword, services, { input })
    await expect(reuse).rejects.toMatchObject({ code: 'sign_in_failed' })
  })

  it('has 15 minutes to do so', async () => {
    const { instance, browser } = await signedIn()
    const { services } = instance
    const { secret } = await browser.run(beginTotp, services, {})
    instance.pass(15 * 60)
    const late = browser.run(enableTotp, services, { code: codeAt(services.now(), secret) })
    await expect(late).rejects.toMatchObject({ code: 'state_changed' })
  })

  it('may be removed by the owner of a local instance, who needs none, with the codes for its loss', async () => {
    const { instance, browser } = await signedIn({ passwordAlone: true })
    await addApp(instance, browser)
    expect(await browser.run(disableTotp, instance.services, {})).toEqual({ enabled: false })
    expect(await browser.found()).toMatchObject({ hasSecondFactor: true })
    expect((await loadCredentials(instance.table, 'op_1')).recoveryCodes).toEqual([])
  })
})

describe('the factor of a stolen device', () => {
  it('is stopped at once, with all other sign-ins, though it is the only one', async () => {
    const { instance, browser } = await signedIn()
    const { services, table } = instance
    const { recoveryCodes } = await addApp(instance, browser)
    instance.pass(1)
    const thief = await browserOf(instance)
    instance.pass(1)
    expect(await browser.run(stopFactor, services, { factor: 'totp' })).toEqual({
      email: 'owner@example.com',
      name: 'totp',
      hasSecondFactor: false,
    })
    expect(await thief.found()).toBeUndefined()
    expect(await browser.found()).toMatchObject({ hasSecondFactor: false })
    const { totp } = await loadCredentials(table, 'op_1')
    expect(totp).toBeUndefined()
    expect(await actionsOf(instance)).toContain('account.factor-stolen')
    // The password alone, which the thief may know, does not sign in.
    const signIn = (code?: string) =>
      runAsVisitor(signInWithPassword, services, {
        input: { email: 'owner@example.com', password, ...(code && { code }) },
      })
    expect((await signIn()).result).toEqual({ signedIn: false, needs: 'code' })
    expect((await signIn(recoveryCodes?.[0])).result).toMatchObject({ signedIn: true })
  })

  it('is a passkey by its id in the dashboard, and by its name in the terminal', async () => {
    const { instance, browser } = await signedIn()
    const { services, table } = instance
    const [stolen, kept] = [softwareAuthenticator(), softwareAuthenticator()]
    await addKey(instance, browser, stolen)
    await addKey(instance, browser, kept)
    const stop = (factor: string) => browser.run(stopFactor, services, { factor })
    await expect(stop('Laptop')).rejects.toMatchObject({ code: 'resource_not_found' })
    expect(await stop(stolen.id)).toMatchObject({ name: 'Laptop', hasSecondFactor: true })
    const input = { factor: 'Laptop', id: 'Owner@example.com' }
    const fromTerminal = { input, findActor: async () => actor }
    instance.pass(1)
    const result = await commit(table, () => stopFactor.run(allGiven(services), fromTerminal))
    expect(result).toMatchObject({ email: 'owner@example.com', hasSecondFactor: false })
    expect((await loadCredentials(table, 'op_1')).passkeys).toEqual([])
    expect(await browser.found()).toBeUndefined()
  })

  it('is somebody else’s in the terminal only', async () => {
    const { instance, browser } = await signedIn()
    const { services } = instance
    const input = { factor: 'totp', id: 'op_1' }
    const named = browser.run(stopFactor, services, input)
    await expect(named).rejects.toMatchObject({ param: 'id' })
    const nobody = { input: { factor: 'totp' }, findActor: async () => actor }
    const unnamed = stopFactor.run(allGiven(services), nobody)
    await expect(unnamed).rejects.toMatchObject({ param: 'id' })
  })

  it('is not stopped if only the password would be left', async () => {
    const { instance } = await signedIn({ hasSecondFactor: true })
    await withApp(instance)
    const input = { factor: 'totp', id: 'op_1' }
    const stop = stopFactor.run(allGiven(instance.services), {
      input,
      findActor: async () => actor,
    })
    await expect(stop).rejects.toMatchObject({ code: 'state_changed' })
  })
})

describe('sign-ins', () => {
  it('are listed with where they are, and ended one by one or all others at once', async () => {
    const { instance, browser } = await signedIn()
    const { services } = instance
    instance.pass(1)
    const others = [await browserOf(instance), await browserOf(instance), await browserOf(instance)]
    const { signIns } = await browser.run(showAccount, services, {})
    expect(signIns).toHaveLength(4)
    expect(signIns.filter(({ isThis }) => isThis)).toMatchObject([
      { address: '192.0.2.1', userAgent: 'Browser', method: 'password' },
    ])
    const [first, ...rest] = others
    const id = first?.cookie().split('.')[0] ?? ''
    await browser.run(endSignIn, services, { id })
    expect(await first?.found()).toBeUndefined()
    instance.pass(1)
    await browser.run(endSignIn, services, { id: 'others' })
    for (const other of rest) expect(await other.found()).toBeUndefined()
    expect(await browser.found()).toBeDefined()
    const unknown = browser.run(endSignIn, services, { id })
    await expect(unknown).rejects.toMatchObject({ code: 'resource_not_found' })
  })

  it('elsewhere end when the password changes', async () => {
    const { instance, browser } = await signedIn()
    const { services } = instance
    const other = await browserOf(instance)
    instance.pass(1)
    const change = (currentPassword: string) =>
      browser.run(changePassword, services, { currentPassword, password: 'another password' })
    await expect(change('a wrong password')).rejects.toMatchObject({ param: 'currentPassword' })
    expect(await other.found()).toBeDefined()
    await change(password)
    expect(await other.found()).toBeUndefined()
    expect(await browser.found()).toBeDefined()
    const signIn = (given: string) =>
      runAsVisitor(signInWithPassword, services, {
        input: { email: 'owner@example.com', password: given },
      })
    await expect(signIn(password)).rejects.toMatchObject({ code: 'sign_in_failed' })
    instance.pass(1)
    expect((await signIn('another password')).result).toEqual({ signedIn: true, wrongCodes: 0 })
    expect(await actionsOf(instance)).toEqual(['account.sign-in', 'account.password'])
  })

  it('that were ended can do nothing more', async () => {
    const { instance, browser } = await signedIn()
    const { table, services } = instance
    const { owner } = instance
    const show: typeof showAccount.run = async (deps, request) => {
      const signInsSince = new Date('2026-03-02T12:00:00Z')
      const end = [operatorChange(owner, { signInsSince })]
      await asAnother(() => transact(table, end))
      return showAccount.run(deps, request)
    }
    const late = browser.run({ ...showAccount, run: show }, services, {})
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

it('recovery codes are replaced, and the old ones are void', async () => {
  const { instance, browser } = await signedIn()
  const { services } = instance
  const { recoveryCodes } = await addApp(instance, browser)
  const { recoveryCodes: replaced } = await browser.run(newRecoveryCodes, services, {})
  const signIn = (code = '') =>
    runAsVisitor(signInWithPassword, services, {
      input: { email: 'owner@example.com', password, code },
    })
  await expect(signIn(recoveryCodes?.[0])).rejects.toMatchObject({ code: 'sign_in_failed' })
  expect((await signIn(replaced[0])).result).toEqual({ signedIn: true, wrongCodes: 0 })
  const { recoveryCodesLeft, totpAddedAt } = await browser.run(showAccount, services, {})
  expect({ recoveryCodesLeft, totpAddedAt }).toEqual({
    recoveryCodesLeft: 9,
    totpAddedAt: services.now().toISOString(),
  })
})

it('nothing of an account is open to the terminal, which is nobody in particular', async () => {
  const { services } = await emptyInstance()
  const findActor = async () => ({ kind: 'unverified', requestId: '' }) as const
  const shown = showAccount.run(allGiven(services), { input: {}, findActor })
  await expect(shown).rejects.toMatchObject({ code: 'unauthenticated' })
})
