import { expect, it } from 'vitest'
import { itemKeys } from '../../../shared/item-keys.ts'
import { shardKey } from '../../../shared/kernel/store/shards.ts'
import { ledgerKeys } from '../../../shared/payments/ledger/store/keys.ts'
import { readFixtures } from '../../../test/upgrade/fixtures.ts'
import { kindNames, kindOf } from './kind-of.ts'

it('knows a kind for everything that builds keys', () => {
  const { counter: _, ...others } = itemKeys
  const counters = ['counter derivation', 'counter webhook-endpoints']
  expect(kindNames.toSorted()).toEqual([...Object.keys(others), ...counters].toSorted())
})

it('recognizes what was written of every kind', async () => {
  const { items } = await readFixtures('current.json')
  for (const [kind, ofKind] of Object.entries(items)) {
    // Some have variants, such as `credential password`.
    const expected = kind.startsWith('counter') ? kind : kind.split(' ')[0]
    expect(ofKind.map(kindOf)).toEqual(ofKind.map(() => expected))
  }
})

it('recognizes rows in shards', () => {
  const { partition, sk } = ledgerKeys.closedAddress('live', new Date(0), 'cs_1')
  expect(kindOf({ pk: shardKey(partition, 3), sk })).toBe('closedAddress')
})

it('knows none of another mode', () => {
  expect(kindOf({ pk: 'later#settings', sk: 'settings' })).toBeUndefined()
})
