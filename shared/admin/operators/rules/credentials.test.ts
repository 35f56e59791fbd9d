import { expect, it } from 'vitest'
import { sealedText } from '../../../../test/webhook-fixture.ts'
import { hasSecondFactor, needsCode, type Passkey, type Totp } from './credentials.ts'

it('a password needs a code beside it as long as any factor or recovery code is left', () => {
  const totp: Totp = { secret: sealedText('secret'), lastStep: 0, addedAt: new Date(0) }
  const passkey: Passkey = {
    credentialId: 'pk_1',
    publicKey: 'key',
    counter: 0,
    transports: [],
    name: 'phone',
    domain: 'pay.example',
    createdAt: new Date(0),
    lastUsedAt: null,
  }
  const nothing = { totp: undefined, passkeys: [], recoveryCodes: [] }
  const all = [nothing, { ...nothing, totp }, { ...nothing, passkeys: [passkey] }]
  expect(all.map(hasSecondFactor)).toEqual([false, true, true])
  expect(all.map(needsCode)).toEqual([false, true, true])
  const left = { ...nothing, recoveryCodes: ['hash'] }
  expect([hasSecondFactor(left), needsCode(left)]).toEqual([false, true])
})
