import { describe, expect, it } from 'vitest'
import {
  ownedInstance,
  page,
  password,
  withApp,
  withPasskey,
  withRecoveryCode,
} from '../../../../test/operator-accounts.ts'
import { browserOf } from '../../../../test/operator-browser.ts'
import { softwareAuthenticator } from '../../../../test/software-authenticator.ts'
import { loadCredentials } from '../store/credentials.ts'
import type { Proof } from '../wire/proof.ts'
import { beginProof } from './begin-proof.ts'
import { proofDigest } from './proof-digest.ts'
import type { ProofRequest } from './proof-request.ts'
import { verifyProof } from './verify-proof.ts'

const text = '{"mode":"live","name":"shop"}'
const digest = proofDigest('create-api-key', text)
const refused = { code: 'sign_in_failed' }

async function fixture(changes: Parameters<typeof ownedInstance>[0] = { hasSecondFactor: true }) {
  const instance = await ownedInstance(changes)
  const { services } = instance
  const browser = await browserOf(instance)
  const verify = (proof: Proof | null, asked: Partial<ProofRequest> = {}) =>
    verifyProof(services, {
      operatorId: 'op_1',
      address: '192.0.2.1',
      browser: 'browser',
      digest,
      changes: null,
      inWizard: false,
      proof,
      ...asked,
    })
  const begin = (except?: string) =>
    browser.run(beginProof, services, { digest, ...(except && { except }) })
  return { instance, services, verify, begin }
}

type Begin = Awaited<ReturnType<typeof fixture>>['begin']

async function signature(begin: Begin, key: ReturnType<typeof softwareAuthenticator>, counter = 1) {
  const { passkey } = await begin()
  const { challengeId, options } = passkey ?? { challengeId: '', options: { challenge: '' } }
  const { challenge } = options
  return { challengeId, response: key.get({ ...page, challenge, counter }) }
}

describe('a passkey', () => {
  async function withKey() {
    const given = await fixture()
    const key = softwareAuthenticator()
    await withPasskey(given.instance, key)
    return { ...given, key }
  }

  it('confirms the operation and the input that it signed, once', async () => {
    const { verify, begin, key } = await withKey()
    const proof = await signature(begin, key)
    await verify(proof)
    await expect(verify(proof)).rejects.toMatchObject(refused)
  })

  it.each([
    ['another operation', proofDigest('revoke-api-key', text)],
    ['another input', proofDigest('create-api-key', text.replace('shop', 'mine'))],
    ['the operation’s name in the input', proofDigest('', `create-api-key\n${text}`)],
  ])('does not confirm %s', async (_, other) => {
    const { verify, begin, key } = await withKey()
    const asked = { digest: other }
    await expect(verify(await signature(begin, key), asked)).rejects.toMatchObject(refused)
  })

  it('does not confirm with what it signed to sign in', async () => {
    const { verify, begin, key } = await withKey()
    const begun = await begin()
    const challengeId = begun.passkey?.challengeId ?? ''
    const challenge = Buffer.alloc(32).toString('base64url')
    const response = key.get({ ...page, challenge, counter: 1 })
    await expect(verify({ challengeId, response })).rejects.toMatchObject(refused)
  })

  it('does not confirm its own removal', async () => {
    const { instance, verify, begin, key } = await withKey()
    const own = { changes: key.id }
    expect(await begin(key.id)).toEqual({ code: 'recovery', byPassword: false, passkey: null })
    await expect(verify(await signature(begin, key), own)).rejects.toMatchObject(refused)
    const other = softwareAuthenticator()
    await withPasskey(instance, other)
    await verify(await signature(begin, other), own)
  })
})

describe('a code', () => {
  it('of the app confirms one request beside the password, and no other', async () => {
    const { instance, services, verify, begin } = await fixture()
    const codes = await withApp(instance)
    expect(await begin()).toMatchObject({ code: 'any', byPassword: true, passkey: null })
    const proof = { password, code: codes(services.now()) }
    await verify(proof)
    await expect(verify(proof)).rejects.toMatchObject(refused)
    instance.pass(30)
    await verify({ password, code: codes(services.now()) })
  })

  it('counts for one of two requests at once', async () => {
    const { instance, services, verify } = await fixture()
    const codes = await withApp(instance)
    const proof = { password, code: codes(services.now()) }
    const both = await Promise.allSettled([verify(proof), verify(proof)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of the app does not confirm that the app is replaced or removed', async () => {
    const { instance, services, verify, begin } = await fixture()
    const codes = await withApp(instance)
    const code = await withRecoveryCode(instance)
    const changes = 'totp'
    const own = verify({ password, code: codes(services.now()) }, { changes })
    await expect(own).rejects.toMatchObject(refused)
    expect(await begin(changes)).toMatchObject({ code: 'recovery', byPassword: true })
    await verify({ password, code }, { changes })
    const again = verify({ password, code }, { changes })
    await expect(again).rejects.toMatchObject(refused)
  })

  it('is asked for as long as there is a recovery code, without a second factor, too', async () => {
    const { instance, verify, begin } = await fixture({ hasSecondFactor: false })
    expect(await begin()).toMatchObject({ code: 'none', byPassword: true })
    await verify({ password })
    const code = await withRecoveryCode(instance)
    await expect(verify({ password })).rejects.toMatchObject(refused)
    await verify({ password, code })
  })
})

it('a wrong password is counted with those of signing in', async () => {
  const { verify } = await fixture({ hasSecondFactor: false })
  const wrong = () => verify({ password: 'wrong' })
  for (let time = 0; time < 10; time++) await expect(wrong()).rejects.toMatchObject(refused)
  await expect(wrong()).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
})

it('the wizard needs one proof for all of its steps', async () => {
  const { instance, verify } = await fixture({ hasSecondFactor: false })
  const step = { inWizard: true }
  const required = { code: 'proof_required' }
  await expect(verify(null, step)).rejects.toMatchObject(required)
  await verify({ password }, step)
  await verify(null, step)
  await expect(verify(null)).rejects.toMatchObject(required)
  instance.pass(3600)
  await expect(verify(null, step)).rejects.toMatchObject(required)
})

it('nothing of a proof outside the wizard is left for later requests', async () => {
  const { instance, verify } = await fixture({ hasSecondFactor: false })
  await verify({ password })
  const { wizardProofUntil } = await loadCredentials(instance.table, 'op_1')
  expect(wizardProofUntil).toBeUndefined()
  await expect(verify(null, { inWizard: true })).rejects.toMatchObject({ code: 'proof_required' })
})
