import { expect, it } from 'vitest'
import { nodesInTurn } from './nodes-in-turn.ts'

it('nodes take turns at being first as often as their weights say, those without one last', () => {
  const nodes = [
    ...[
      { name: 'spare', weight: 0 },
      { name: 'a', weight: 1 },
      { name: 'b', weight: 3 },
    ],
    { name: 'other spare', weight: -1 },
  ]
  const order = (random: number) => nodesInTurn(nodes, () => random).map(({ name }) => name)
  expect(order(0)).toEqual(['a', 'b', 'spare', 'other spare'])
  expect(order(0.2499)).toEqual(['a', 'b', 'spare', 'other spare'])
  expect(order(0.25)).toEqual(['b', 'a', 'spare', 'other spare'])
  expect(order(0.9999)).toEqual(['b', 'a', 'spare', 'other spare'])
  const spares = nodes.filter(({ weight }) => weight <= 0)
  expect(nodesInTurn(spares, () => 0)).toEqual(spares)
})
