import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { asAnother } from '../../../../test/as-function.ts'
import {
  cheap,
  type OwnedInstance,
  ownedInstance,
  password,
  withApp,
  withRecoveryCode,
} from '../../../../test/operator-accounts.ts'
import { cookieValue, runAsVisitor, visitorClient } from '../../../../test/visitor.ts'
import { pageAuditEntries } from '../../../kernel/store/audit-log.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { hashPassword } from '../hash-password.ts'
import { passwordWrite } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'
import { findSignIn, listSignIns } from '../store/sign-ins.ts'
import { beginGuess } from './guess-limiter.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { signOut } from './sign-out.ts'

type Input = { email: string; password: string; code?: string }

function attempt({ services, owner }: OwnedInstance, input: Partial<Input> = {}, address?: string) {
  const client = { ...visitorClient, ...(address && { address }) }
  const given = { email: owner.email, password, ...input }
  return runAsVisitor(signInWithPassword, services, { input: given, client })
}

const failed = { code: 'sign_in_failed' }
const paused = { code: 'rate_limit_exceeded' }

describe('a password', () => {
  it('signs in under a new id each time, and leaves the table without a secret', async () => {
    const instance = await ownedInstance()
    const first = cookieValue((await attempt(instance)).cookie)
    const second = cookieValue((await attempt(instance)).cookie)
    expect(second).not.toBe(first)
    for (const cookie of [first, second]) {
      const found = await findSignIn(instance.table, cookie, instance.services.now())
      expect(found).toMatchObject({ operator: { id: 'op_1' }, hasSecondFactor: false })
    }
    const { client, name } = instance.table
    const { Items = [] } = await client.send(new ScanCommand({ TableName: name }))
    const stored = JSON.stringify(Items)
    expect(stored).toContain(first.split('.')[0])
    for (const secret of [first.split('.')[1] ?? '', second.split('.')[1] ?? '', password]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(stored).not.toContain(secret)
    }
  })

  it('is compared with any spelling of the email', async () => {
    const instance = await ownedInstance()
    const { result } = await attempt(instance, { email: ' Owner@Example.com' })
    expect(result).toEqual({ signedIn: true, wrongCodes: 0 })
  })

  it('fails in the same way for a wrong one and an unknown email, after the same work', async () => {
    const instance = await ownedInstance()
    const { table, owner, services } = instance
    const slow = await hashPassword(password, services.randomBytes)
    await transact(table, [passwordWrite(owner.id, slow)])
    const failure = async (input: Partial<Input>) => {
      const before = process.cpuUsage()
      const error: unknown = await attempt(instance, input).catch((thrown: unknown) => thrown)
      const { user, system } = process.cpuUsage(before)
      return { error, work: user + system }
    }
    const wrong = await failure({ password: 'wrong horse battery' })
    const unknown = await failure({ email: 'nobody@example.com' })
    expect(wrong.error).toMatchObject(failed)
    expect(unknown.error).toEqual(wrong.error)
    expect(unknown.work).toBeGreaterThan(wrong.work / 3)
  })

  it('is not enough if it was changed while it was compared', async () => {
    const instance = await ownedInstance()
    const { table, owner, services } = instance
    const codeAt = await withApp(instance)
    const newHash = await hashPassword('another password', services.randomBytes, cheap)
    const openTotp: typeof services.openTotp = async (sealed, context) => {
      await asAnother(() =>
        transact(table, [passwordWrite(owner.id, newHash), operatorChange(owner)]),
      )
      return services.openTotp(sealed, context)
    }
    const code = codeAt(services.now())
    const late = attempt({ ...instance, services: { ...services, openTotp } }, { code })
    await expect(late).rejects.toMatchObject(failed)
    expect(await listSignIns(table, owner, services.now())).toEqual([])
  })
})

describe('a second factor', () => {
  it('is asked for once the password is right', async () => {
    const instance = await ownedInstance()
    await withApp(instance)
    expect(await attempt(instance)).toEqual({
      result: { signedIn: false, needs: 'code' },
      cookie: undefined,
    })
    await expect(attempt(instance, { password: 'wrong horse battery' })).rejects.toMatchObject(
      failed,
    )
  })

  it('is a code of the app, of now or 30 seconds apart, once', async () => {
    const instance = await ownedInstance()
    const codeAt = await withApp(instance)
    const at = (seconds: number) => new Date(instance.services.now().getTime() + seconds * 1000)
    for (const wrong of [codeAt(at(-60)), codeAt(at(60)), '000000', '12345']) {
      await expect(attempt(instance, { code: wrong })).rejects.toMatchObject(failed)
    }
    const behind = codeAt(at(-30))
    expect(await attempt(instance, { code: behind })).toMatchObject({ result: { signedIn: true } })
    await expect(attempt(instance, { code: behind })).rejects.toMatchObject(failed)
    const ahead = codeAt(at(30))
    const spaced = `${ahead.slice(0, 3)} ${ahead.slice(3)}`
    expect(await attempt(instance, { code: spaced })).toMatchObject({ result: { signedIn: true } })
    // An earlier code than the last one is refused, too.
    await expect(attempt(instance, { code: codeAt(at(0)) })).rejects.toMatchObject(failed)
  })

  it('is worth nothing without the password, and its code says nothing', async () => {
    const instance = await ownedInstance()
    const codeAt = await withApp(instance)
    const recovery = await withRecoveryCode(instance)
    const code = codeAt(instance.services.now())
    const guess = (given: string) =>
      attempt(instance, { password: 'wrong horse battery', code: given }).catch(
        (error: unknown) => error,
      )
    const wrong = await guess('000000')
    expect(wrong).toMatchObject(failed)
    for (const right of [code, recovery]) expect(await guess(right)).toEqual(wrong)
    // Neither was used up by somebody who has no password.
    for (const right of [code, recovery]) {
      expect(await attempt(instance, { code: right })).toMatchObject({ result: { signedIn: true } })
    }
  })

  it('counts one code once, however many requests bring it at once', async () => {
    const instance = await ownedInstance()
    const codeAt = await withApp(instance)
    const code = codeAt(instance.services.now())
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => attempt(instance, { code })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is a recovery code, once, as somebody would type it', async () => {
    const instance = await ownedInstance()
    await withApp(instance)
    const code = await withRecoveryCode(instance)
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect(await attempt(instance, { code: typed })).toMatchObject({ result: { signedIn: true } })
    await expect(attempt(instance, { code })).rejects.toMatchObject(failed)
  })
})

describe('the audit log', () => {
  const actions = async ({ table }: OwnedInstance) => {
    const { items } = await pageAuditEntries(table, { mode: 'live' }, { limit: 100 })
    return items.map(({ action, target, outcome, actor }) => ({ action, target, outcome, actor }))
  }

  it('names who signed in and out, how, and from where', async () => {
    const instance = await ownedInstance()
    const { services, owner } = instance
    const cookie = cookieValue((await attempt(instance)).cookie)
    instance.pass(1)
    await runAsVisitor(signOut, services, { input: {}, cookie })
    const { id, email } = owner
    const actor = { kind: 'operator', id, email, address: '192.0.2.1' }
    expect(await actions(instance)).toEqual([
      { action: 'account.sign-out', target: email, outcome: '', actor },
      { action: 'account.sign-in', target: email, outcome: 'password', actor },
    ])
  })

  it('has one entry for each pause of an account, and none of made-up ones or single failures', async () => {
    const instance = await ownedInstance()
    const { services, owner } = instance
    const guess = (email: string, operatorId: string | undefined = undefined) =>
      beginGuess(services, { email, operatorId, address: '192.0.2.9' })
    for (let time = 0; time < 10; time++) {
      await guess(owner.email, owner.id)
      await guess('nobody@example.com')
    }
    await expect(guess(owner.email, owner.id)).rejects.toMatchObject(paused)
    const target = owner.email
    const actor = { kind: 'visitor', address: '192.0.2.9' }
    const first = { action: 'account.sign-in-paused', target, outcome: '10', actor }
    expect(await actions(instance)).toEqual([first])
    instance.pass(60)
    await guess(owner.email, owner.id)
    await expect(guess(owner.email, owner.id)).rejects.toMatchObject(paused)
    expect(await actions(instance)).toEqual([{ ...first, outcome: '11' }, first])
  })
})

describe('brute force', () => {
  const wrong = { password: 'wrong horse battery' }

  async function failTimes(times: number, fail: (time: number) => Promise<unknown>) {
    for (let time = 0; time < times; time++) await expect(fail(time)).rejects.toMatchObject(failed)
  }

  it('at an account is paused after 10 failures, also for the right password, and for accounts that do not exist', async () => {
    const instance = await ownedInstance()
    const other = { email: 'nobody@example.com' }
    await failTimes(10, () => attempt(instance, wrong, '192.0.2.1'))
    // Guesses are counted before anybody knows whether the account exists.
    for (let time = 0; time < 10; time++) {
      await beginGuess(instance.services, {
        ...other,
        address: '192.0.2.2',
        operatorId: undefined,
      })
    }
    const known: unknown = await attempt(instance).catch((error: unknown) => error)
    const unknown: unknown = await attempt(instance, other).catch((error: unknown) => error)
    expect(known).toMatchObject({ ...paused, retryAfterSeconds: 60 })
    expect(unknown).toEqual(known)
    instance.pass(60)
    await failTimes(1, () => attempt(instance, wrong))
    await expect(attempt(instance)).rejects.toMatchObject({ ...paused, retryAfterSeconds: 120 })
    // Never a lock: the owner gets in between two pauses, and then has all guesses again.
    instance.pass(120)
    expect(await attempt(instance)).toMatchObject({ result: { signedIn: true } })
    await failTimes(9, () => attempt(instance, wrong))
    expect(await attempt(instance)).toMatchObject({ result: { signedIn: true } })
  })

  it('with many requests at once gets no more than 10 guesses', async () => {
    const instance = await ownedInstance()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, () => attempt(instance, wrong)),
    )
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : 'signed in',
    )
    expect(codes.filter((code) => code === 'sign_in_failed').length).toBeLessThanOrEqual(10)
    expect(codes).not.toContain('signed in')
  })

  it('at codes is not excused by the right password', async () => {
    const instance = await ownedInstance()
    await withApp(instance)
    await failTimes(5, () => attempt(instance, { code: '000000' }))
    expect(await attempt(instance)).toMatchObject({ result: { needs: 'code' } })
    await failTimes(5, () => attempt(instance, { code: '000000' }))
    await expect(attempt(instance)).rejects.toMatchObject(paused)
  })
})

it('signing out ends the sign-in and removes the cookie, also without one', async () => {
  const { table, services, ...instance } = await ownedInstance()
  const cookie = cookieValue((await attempt({ ...instance, table, services })).cookie)
  const out = () => runAsVisitor(signOut, services, { input: {}, cookie })
  expect((await out()).cookie).toBe('removed')
  expect(await findSignIn(table, cookie, services.now())).toBeUndefined()
  expect((await out()).cookie).toBe('removed')
})
