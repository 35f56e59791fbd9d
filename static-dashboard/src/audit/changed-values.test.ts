import { expect, it } from 'vitest'
import { changedValues } from './changed-values.ts'

it('are only those that differ', () => {
  const before = { name: 'Shop', scopes: ['a'], revokedAt: null, gone: 1 }
  const after = { name: 'Shop', scopes: ['a', 'b'], revokedAt: '2026-11-20', added: true }
  expect(changedValues(before, after)).toEqual([
    ['scopes', '["a"] → ["a","b"]'],
    ['revokedAt', '– → 2026-11-20'],
    ['gone', '1 → –'],
    ['added', '– → true'],
  ])
})

it('are only the parts that differ of values by name', () => {
  const before = { confirmations: { '1': 12, '8453': 10 }, limits: { visitor: 30 } }
  const after = { confirmations: { '1': 12, '8453': 20, '10': 5 }, limits: { visitor: 30 } }
  expect(changedValues(before, after)).toEqual([
    ['confirmations 8453', '10 → 20'],
    ['confirmations 10', '– → 5'],
  ])
})

it('are all of what is new or gone', () => {
  expect(changedValues(null, { url: 'x' })).toEqual([['url', '– → x']])
  expect(changedValues({ url: 'x' }, null)).toEqual([['url', 'x → –']])
  expect(changedValues(null, null)).toEqual([])
})
