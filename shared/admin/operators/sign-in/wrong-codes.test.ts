import { describe, expect, it } from 'vitest'
import {
  codeAt,
  type OwnedInstance,
  ownedInstance,
  password,
  withApp,
  withPasskey,
  withRecoveryCode,
} from '../../../../test/operator-accounts.ts'
import { softwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { cookieValue, runAsVisitor, visitorClient } from '../../../../test/visitor.ts'
import { pageAuditEntries } from '../../../kernel/store/audit-log.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { hashPassword } from '../hash-password.ts'
import { mostWrongCodes } from '../rules/wrong-codes.ts'
import { loadCredentials, passwordWrite, totpWrite } from '../store/credentials.ts'
import { findSignIn } from '../store/sign-ins.ts'
import { tellWrongCodes } from '../tell-wrong-codes.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

const wrong = { code: 'sign_in_failed' }
const stopped = { code: 'codes_stopped' }

/** Past every pause between guesses. */
const pauseSeconds = 16 * 60

async function fixture() {
  const instance = await ownedInstance({ hasSecondFactor: true })
  const { services, pass, table } = instance
  await withApp(instance)
  const signIn = async (code: string, browser?: string) => {
    pass(pauseSeconds)
    const right = code === 'right' ? codeAt(services.now()) : code
    const client = { ...visitorClient, browser }
    const input = { email: 'owner@example.com', password, code: right }
    return runAsVisitor(signInWithPassword, services, { input, client })
  }
  const guess = async (times: number, browser?: string) => {
    for (let time = 0; time < times; time++) {
      await expect(signIn('000000', browser)).rejects.toMatchObject(wrong)
    }
  }
  const tell = () => tellWrongCodes(services)
  return { instance, services, table, pass, signIn, guess, tell }
}

async function entriesOf({ table }: Pick<OwnedInstance, 'table'>, action: string) {
  const { items } = await pageAuditEntries(table, { mode: 'live', action }, { limit: 100 })
  return items
}

function browserOf(cookie: Awaited<ReturnType<typeof runAsVisitor>>['cookie']): string {
  expect(cookieValue(cookie)).toMatch(/^si_/)
  return typeof cookie === 'object' ? (cookie.browser ?? '') : ''
}

describe('wrong codes after the right password', () => {
  it('stop codes after 20 in a row, however long they take', async () => {
    const { signIn, guess } = await fixture()
    await guess(mostWrongCodes)
    await expect(signIn('right')).rejects.toMatchObject(stopped)
  })

  it('are counted before they are checked', async () => {
    const { signIn, guess, table } = await fixture()
    await guess(mostWrongCodes - 2)
    const several = await Promise.allSettled([1, 2, 3, 4].map(() => signIn('000000')))
    expect(several.every(({ status }) => status === 'rejected')).toBe(true)
    const counted = [
      ...(await entriesOf({ table }, 'account.wrong-code')),
      ...(await entriesOf({ table }, 'account.codes-stopped')),
    ]
    expect(counted.length).toBeLessThanOrEqual(mostWrongCodes)
  })

  it('start again after a right code, a new password and a new app', async () => {
    const { signIn, guess, services, table } = await fixture()
    await guess(mostWrongCodes - 1)
    expect((await signIn('right')).result).toEqual({
      signedIn: true,
      wrongCodes: mostWrongCodes - 1,
    })
    await guess(mostWrongCodes)
    const cheap = { memoryKib: 64, passes: 1, parallelism: 1 }
    const hash = await hashPassword(password, services.randomBytes, cheap)
    await transact(table, [passwordWrite('op_1', hash)])
    expect((await signIn('right')).result).toEqual({ signedIn: true, wrongCodes: 0 })
    await guess(mostWrongCodes)
    const { totp } = await loadCredentials(table, 'op_1')
    if (!totp) throw new Error('there is an app')
    const { ciphertext } = totp.secret
    const secret = {
      ...totp.secret,
      ciphertext: Buffer.from(`${Buffer.from(ciphertext, 'base64')} `).toString('base64'),
    }
    await transact(table, [totpWrite('op_1', { ...totp, secret })])
    expect((await signIn('right')).result).toEqual({ signedIn: true, wrongCodes: 0 })
  })

  it('of a stranger do not stop a browser that signed in before', async () => {
    const { signIn, guess } = await fixture()
    const own = browserOf((await signIn('right')).cookie)
    expect(own).toMatch(/^[\w-]{43}$/)
    await guess(mostWrongCodes)
    await expect(signIn('right')).rejects.toMatchObject(stopped)
    // It learns what the stranger did, each time until the password changes.
    expect((await signIn('right', own)).result).toEqual({ signedIn: true, wrongCodes: 20 })
    await guess(1, own)
    expect((await signIn('right', own)).result).toEqual({ signedIn: true, wrongCodes: 21 })
  })

  it('of a browser with a made-up value count with those of all others', async () => {
    const { signIn, guess } = await fixture()
    for (let time = 0; time < mostWrongCodes; time++) {
      await guess(1, `${'a'.repeat(40)}${String(time).padStart(3, '0')}`)
    }
    await expect(signIn('right')).rejects.toMatchObject(stopped)
  })

  it('stop neither recovery codes nor passkeys', async () => {
    const { instance, signIn, guess, services, table } = await fixture()
    const code = await withRecoveryCode(instance)
    await withPasskey(instance, softwareAuthenticator())
    await guess(mostWrongCodes)
    const { cookie } = await signIn(code)
    expect(await findSignIn(table, cookieValue(cookie), services.now())).toBeDefined()
  })

  it('are in the audit log, each, and so is what came before a success', async () => {
    const { instance, signIn, guess } = await fixture()
    await guess(2)
    await signIn('right')
    expect(await entriesOf(instance, 'account.wrong-code')).toMatchObject([
      { target: 'owner@example.com', outcome: '2', details: { browser: 'new' } },
      { target: 'owner@example.com', outcome: '1', details: { browser: 'new' } },
    ])
    expect(await entriesOf(instance, 'account.sign-in')).toMatchObject([
      { outcome: 'password', details: { wrongCodes: '2' } },
    ])
  })
})

describe('the owner', () => {
  it('is notified when no right code follows within 5 minutes, at most once an hour', async () => {
    const { pass, guess, tell } = await fixture()
    await guess(1)
    pass(299)
    expect(await tell()).toEqual([])
    pass(1)
    expect(await tell()).toEqual([{ email: 'owner@example.com', count: 1 }])
    expect(await tell()).toEqual([])
    await guess(2)
    pass(300)
    expect(await tell()).toEqual([])
    pass(3600)
    expect(await tell()).toEqual([{ email: 'owner@example.com', count: 2 }])
    pass(7200)
    expect(await tell()).toEqual([])
  })

  it('is not notified if a right code follows', async () => {
    const { pass, signIn, guess, tell } = await fixture()
    await guess(2)
    await signIn('right')
    pass(300)
    expect(await tell()).toEqual([])
  })
})
