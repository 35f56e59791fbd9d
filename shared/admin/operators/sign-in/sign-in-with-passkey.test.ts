import { describe, expect, it } from 'vitest'
import {
  type OwnedInstance,
  ownedInstance,
  page,
  withPasskey,
} from '../../../../test/operator-accounts.ts'
import { softwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { cookieValue, runAsVisitor } from '../../../../test/visitor.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { loadCredentials, passkeyRemoval } from '../store/credentials.ts'
import { findSignIn } from '../store/sign-ins.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { beginGuess } from './guess-limiter.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

const refused = { code: 'sign_in_failed' }
const userHandle = (id: string) => Buffer.from(id).toString('base64url')

async function fixture() {
  const instance = await ownedInstance({ hasSecondFactor: true })
  const authenticator = softwareAuthenticator()
  await withPasskey(instance, authenticator)
  return { ...instance, authenticator }
}

type Fixture = Awaited<ReturnType<typeof fixture>>

async function begin({ services }: Pick<OwnedInstance, 'services'>) {
  const { result } = await runAsVisitor(beginPasskeySignIn, services, { input: {} })
  return { challengeId: result.challengeId, challenge: result.options.challenge }
}

type Signed = Parameters<ReturnType<typeof softwareAuthenticator>['get']>[0]

function finish(
  { services, authenticator, owner }: Fixture,
  begun: { challengeId: string; challenge: string },
  changes: Partial<Signed> = {},
) {
  const { challengeId, challenge } = begun
  const signed = { challenge, ...page, userHandle: userHandle(owner.id), counter: 1, ...changes }
  const response = authenticator.get(signed)
  return runAsVisitor(signInWithPasskey, services, { input: { challengeId, response } })
}

describe('a passkey', () => {
  it('alone signs in, and its use is noted', async () => {
    const given = await fixture()
    const { table, services, owner } = given
    const { result, cookie } = await finish(given, await begin(given))
    expect(result).toEqual({ signedIn: true, wrongCodes: 0 })
    expect(await findSignIn(table, cookieValue(cookie), services.now())).toMatchObject({
      operator: { id: owner.id },
    })
    const { passkeys } = await loadCredentials(table, owner.id)
    expect(passkeys).toMatchObject([{ counter: 1, lastUsedAt: services.now() }])
  })

  it('is found without an email, and has to be unlocked', async () => {
    const { services } = await fixture()
    const { result } = await runAsVisitor(beginPasskeySignIn, services, { input: {} })
    expect(result.options).toMatchObject({
      rpId: page.domain,
      userVerification: 'required',
    })
    expect(result.options.allowCredentials ?? []).toEqual([])
  })

  it('signs in while passwords of the account and the address are paused', async () => {
    const given = await fixture()
    const { services, owner } = given
    const guess = { email: owner.email, address: '192.0.2.1', operatorId: owner.id }
    for (let time = 0; time < 10; time++) await beginGuess(services, guess)
    await expect(beginGuess(services, guess)).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
    expect((await finish(given, await begin(given))).result).toEqual({
      signedIn: true,
      wrongCodes: 0,
    })
  })

  it.each([
    ['another origin', { origin: 'https://pay.example.com.evil.example' }],
    ['the same site on another port', { origin: 'https://pay.example.com:8443' }],
    ['another domain', { domain: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a passkey that was not unlocked', { userVerified: false }],
    ['another operator', { userHandle: userHandle('op_2') }],
    ['no operator', { userHandle: '' }],
  ])('is refused for %s', async (_, changes) => {
    const given = await fixture()
    await expect(finish(given, await begin(given), changes)).rejects.toMatchObject(refused)
  })

  it('is refused with the signature of another key', async () => {
    const given = await fixture()
    const begun = await begin(given)
    const other = { ...softwareAuthenticator(), id: given.authenticator.id }
    const response = other.get({ ...page, ...begun, userHandle: userHandle(given.owner.id) })
    const forged = { ...response, id: given.authenticator.id, rawId: given.authenticator.id }
    const input = { challengeId: begun.challengeId, response: forged }
    const attempt = runAsVisitor(signInWithPasskey, given.services, { input })
    await expect(attempt).rejects.toMatchObject(refused)
  })

  it('is refused once it was removed', async () => {
    const given = await fixture()
    const { table, owner } = given
    const { passkeys } = await loadCredentials(table, owner.id)
    await transact(
      table,
      passkeys.map((passkey) => passkeyRemoval(owner.id, passkey)),
    )
    await expect(finish(given, await begin(given))).rejects.toMatchObject(refused)
  })

  it('is refused if its counter went back, because somebody copied it', async () => {
    const given = await fixture()
    await finish(given, await begin(given), { counter: 5 })
    for (const counter of [4, 5]) {
      await expect(finish(given, await begin(given), { counter })).rejects.toMatchObject(refused)
    }
    await finish(given, await begin(given), { counter: 6 })
  })

  it('may count nothing', async () => {
    const given = await fixture()
    for (let time = 0; time < 2; time++) await finish(given, await begin(given), { counter: 0 })
  })
})

describe('a challenge', () => {
  it('is used once, also by many requests at once', async () => {
    const given = await fixture()
    const begun = await begin(given)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => finish(given, begun)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is used up by a failed attempt', async () => {
    const given = await fixture()
    const begun = await begin(given)
    await expect(finish(given, begun, { userVerified: false })).rejects.toMatchObject(refused)
    await expect(finish(given, begun)).rejects.toMatchObject(refused)
  })

  it('expires after 5 minutes, and none can be invented', async () => {
    const given = await fixture()
    const begun = await begin(given)
    given.pass(300)
    await expect(finish(given, begun)).rejects.toMatchObject(refused)
    const unknown = { ...begun, challengeId: 'ch_unknown' }
    await expect(finish(given, unknown)).rejects.toMatchObject(refused)
  })
})
