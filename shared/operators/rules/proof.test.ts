import { expect, it } from 'vitest'
import { anOperator } from '../../../test/operator-factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { actorId } from './audit-entry.ts'
import { hasSecondFactor, needsCode, type Passkey, type Totp } from './credentials.ts'
import { hasRequiredFactors, operatorEmail, otherOwner } from './operator.ts'
import { changedFactor, confirmedText } from './proof.ts'
import { newRecoveryCode, recoveryCodeHash } from './recovery-code.ts'
import { totpDigits, totpStepAt } from './totp-code.ts'

it('a proof is of one operation with one input', () => {
  expect(confirmedText('remove-network', '{"chainId":1}')).toBe('remove-network\n{"chainId":1}')
})

it('a factor that is replaced, removed or stopped is confirmed by another one', () => {
  expect(['enable-totp', 'disable-totp'].map((name) => changedFactor(name, {}))).toEqual([
    ...['totp', 'totp'],
  ])
  expect(changedFactor('remove-passkey', { id: 'pk_1', factor: 'x' })).toBe('pk_1')
  expect(changedFactor('stop-factor', { id: 'x', factor: 'totp' })).toBe('totp')
  expect(changedFactor('add-passkey', { id: 'pk_1', factor: 'totp' })).toBeNull()
  const none = [undefined, null, {}, { id: 7 }, 'id']
  expect(none.map((input) => changedFactor('remove-passkey', input))).toEqual(Array(5).fill(null))
})

it('a password needs a code beside it as long as any factor or recovery code is left', () => {
  const [totp, passkey] = [{} as Totp, {} as Passkey]
  const nothing = { totp: undefined, passkeys: [], recoveryCodes: [] }
  const all = [nothing, { ...nothing, totp }, { ...nothing, passkeys: [passkey] }]
  expect(all.map(hasSecondFactor)).toEqual([false, true, true])
  expect(all.map(needsCode)).toEqual([false, true, true])
  const left = { ...nothing, recoveryCodes: ['hash'] }
  expect([hasSecondFactor(left), needsCode(left)]).toEqual([false, true])
})

it('another owner is one with a second factor, or whose password is enough', () => {
  const people = [
    anOperator({ id: 'op_1' }),
    anOperator({ id: 'op_2', role: 'operator' }),
    anOperator({ id: 'op_3', hasSecondFactor: false }),
    anOperator({ id: 'op_4' }),
  ]
  expect(otherOwner(people, 'op_1')?.id).toBe('op_4')
  expect(otherOwner(people.slice(0, 3), 'op_1')).toBeUndefined()
  expect(otherOwner(people, 'op_4')?.id).toBe('op_1')
  const alone = { hasSecondFactor: false, passwordAlone: true }
  expect([alone, { ...alone, passwordAlone: false }].map(hasRequiredFactors)).toEqual([true, false])
  expect(operatorEmail('  Olga@Shop.Example ')).toBe('olga@shop.example')
})

it('a recovery code is typed in any way, and belongs to one operator', () => {
  const code = newRecoveryCode(seededBytes('recovery'))
  expect(code).toMatch(/^([a-km-z2-9]{4}-){6}[a-km-z2-9]{4}$/)
  const hash = recoveryCodeHash('op_1', code)
  expect(hash).toMatch(/^[\w-]{43}$/)
  for (const typed of [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')}`,
  ]) {
    expect(recoveryCodeHash('op_1', typed)).toBe(hash)
  }
  expect(recoveryCodeHash('op_2', code)).not.toBe(hash)
  expect(recoveryCodeHash('op_1', code.replace('-', 'x'))).not.toBe(hash)
})

it('a code of an app has six digits, with any spaces, and changes every 30 seconds', () => {
  expect(totpDigits(' 123 456 ')).toBe('123456')
  const no = ['12345', '1234567', '12345a', 'x123456', '']
  expect(no.map(totpDigits)).toEqual(Array(5).fill(undefined))
  const step = (seconds: number) => totpStepAt(new Date(seconds * 1000))
  expect([0, 29.999, 30, 89, 90].map(step)).toEqual([0, 0, 1, 2, 3])
})

it('whoever acted is found by what names them', () => {
  const actors = [
    { kind: 'operator', id: 'op_1', email: 'a@shop.example', address: '192.0.2.1' },
    { kind: 'visitor', address: '192.0.2.2' },
    { kind: 'aws', arn: 'arn:aws:iam::1:user/a' },
    { kind: 'unverified', requestId: 'r1' },
    { kind: 'machine' },
  ] as const
  expect(actors.map(actorId)).toEqual([
    ...['op_1', '192.0.2.2', 'arn:aws:iam::1:user/a', 'r1', 'machine'],
  ])
})
