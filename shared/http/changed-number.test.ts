import { expect, it } from 'vitest'
import { changedNumber } from './changed-number.ts'

it.each([
  '0',
  '-0',
  '0.0',
  '1',
  '1.0',
  '1.50',
  '1e2',
  '1E+2',
  '100',
  '0.1',
  '-2.5e-3',
  '9007199254740991',
  '1e21',
  '5e-324',
  '1.7976931348623157e308',
  '0.30000000000000004',
  '123456789012345680000',
])('%s is kept', (number) => {
  expect(changedNumber(`{"a":${number}}`)).toBeUndefined()
})

it.each([
  '12345678901234567890',
  '9007199254740993',
  '1e-400',
  '-1e-400',
  '1e400',
  '1e99999999999999999999',
  '0.1000000000000000000001',
  '3.14159265358979323846',
])('%s would be changed', (number) => {
  expect(changedNumber(`{"a":${number}}`)).toEqual(['a'])
})

it('names the field, and takes no text for a number', () => {
  const big = '12345678901234567890'
  expect(changedNumber(`{"a":"${big}","${big}":{"b":[1,"\\"${big}"]}}`)).toBeUndefined()
  expect(changedNumber(`{"x":{"y":1},"metadata":{"ok":1,"order":${big}}}`)).toEqual([
    'metadata',
    'order',
  ])
  expect(changedNumber(`{"a":[1,{"b":2},[${big}]]}`)).toEqual(['a'])
  expect(changedNumber(big)).toEqual([])
})

it('reads 64 KiB of digits, brackets or quotes at once', () => {
  const half = 32 * 1024
  expect(changedNumber(`{"a":${'9'.repeat(2 * half)}}`)).toEqual(['a'])
  expect(changedNumber('['.repeat(half) + ']'.repeat(half))).toBeUndefined()
  expect(changedNumber(`"${'\\"'.repeat(half)}"`)).toBeUndefined()
})
