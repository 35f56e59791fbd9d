import { expect, it } from 'vitest'
import { changedFactor, confirmedText } from './proof.ts'

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
