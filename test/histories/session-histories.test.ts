import { expect, it } from 'vitest'
import { policy } from '../factories.ts'
import { explore } from './explore.ts'
import { violatedBy } from './mutated-exploration.ts'
import { properties } from './properties.ts'

it('every history of six steps has every property', () => {
  const explored = explore({ policy, depth: 6 })
  expect(violatedBy(explored)).toEqual([])
  expect([...explored.applied.keys()].toSorted()).toEqual(
    properties.map(({ name }) => name).toSorted(),
  )
})
