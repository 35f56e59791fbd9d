import { expect, it } from 'vitest'
import { aTransfer } from '../../../../test/factories.ts'
import { datedAsKnown } from './dated-as-known.ts'
import type { Transfer } from './transfer.ts'

const known = aTransfer({ txHash: '0x1', amountBase: 5n, blockNumber: 9n })
const found = aTransfer({ txHash: '0x2', amountBase: 8n, blockNumber: 11n })
const unnamed = (amountBase: bigint, blockNumber = 12n) =>
  aTransfer({ txHash: null, amountBase, blockNumber })

type Case = [what: string, given: { before: Transfer[]; search: Transfer[] }, dated: Transfer[]]

it.each<Case>([
  [
    'takes the place of newer money',
    { before: [known], search: [unnamed(6n)] },
    [known, unnamed(1n)],
  ],
  ['takes the place of all of it', { before: [known], search: [unnamed(5n)] }, [known]],
  [
    'is used once',
    { before: [known], search: [unnamed(5n), unnamed(5n, 13n)] },
    [known, unnamed(5n, 13n)],
  ],
  [
    'of two fits one',
    { before: [known, { ...known, txHash: '0x3' }], search: [unnamed(8n)] },
    [known, unnamed(3n)],
  ],
  ['is not part of less', { before: [known], search: [unnamed(4n)] }, [unnamed(4n)]],
  [
    'is not older in the same block',
    { before: [known], search: [unnamed(8n, 9n)] },
    [unnamed(8n, 9n)],
  ],
  ['leaves what has a transaction', { before: [known], search: [found] }, [found]],
  ['was found itself', { before: [found], search: [found, unnamed(8n)] }, [found, unnamed(8n)]],
])('money that was known %s', (_, { before, search }, dated) => {
  const balanceBase = search.reduce((sum, { amountBase }) => sum + amountBase, 0n)
  expect(datedAsKnown(before, search, { balanceBase })).toEqual(dated)
})

it('money that a search missed is kept if the address still holds it, and it has a transaction', () => {
  const dated = (before: Transfer[], balanceBase: bigint) =>
    datedAsKnown(before, [found], { balanceBase })
  expect(dated([known], 13n)).toEqual([found, known])
  expect(dated([known], 12n)).toEqual([found])
  expect(dated([unnamed(5n)], 13n)).toEqual([found])
})
