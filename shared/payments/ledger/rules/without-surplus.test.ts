import { expect, it } from 'vitest'
import { aTransfer } from '../../../../test/factories.ts'
import { withoutSurplus } from './without-surplus.ts'

const oldest = aTransfer({ amountBase: 5n, blockNumber: 10n })
const newest = aTransfer({ amountBase: 3n, blockNumber: 12n })
const between = aTransfer({ amountBase: 2n, blockNumber: 11n })

it.each([
  [10n, [oldest, newest, between]],
  [8n, [oldest, newest]],
  [7n, [oldest, between]],
  [6n, [oldest, between]],
  [5n, [oldest]],
  [0n, []],
])('what makes up %d leaves the newest out, and splits none', (countedBase, left) => {
  expect(withoutSurplus([oldest, newest, between], countedBase)).toEqual(left)
  expect(withoutSurplus(left, countedBase)).toEqual(left)
})

it('what makes up the counted amount leaves an older one out that alone is what is beyond', () => {
  const invented = aTransfer({ amountBase: 900n, blockNumber: 9n })
  expect(withoutSurplus([invented, oldest], 5n)).toEqual([oldest])
})
