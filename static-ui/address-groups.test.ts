import { expect, test } from 'vitest'
import { addressGroups } from './address-groups.ts'

const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('the groups of an address are the whole address', () => {
  const groups = addressGroups(address)
  expect(groups).toHaveLength(10)
  expect(`0x${groups.join('')}`).toBe(address)
})
