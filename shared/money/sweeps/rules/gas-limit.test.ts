import { describe, expect, it } from 'vitest'
import { gasLimit, isDisputed, mostGas } from './gas-limit.ts'

const ordinary = { dataFee: null }

describe('a gas limit', () => {
  it('is the higher estimate and a fifth more', () => {
    expect(
      gasLimit({ higher: 60_000n, lower: 50_000n }, { most: 300_000n, ranOutOf: null }),
    ).toEqual({
      gas: 72_000n,
    })
  })

  it('is never above what the kind may need, so that a false estimate costs little', () => {
    const most = mostGas(ordinary, { kind: 'authorized', addresses: 2 })
    expect(most).toBe(500_000n)
    const estimated = { higher: 14_000_000n, lower: 140_000n }
    expect(gasLimit(estimated, { most, ranOutOf: null })).toEqual({ gas: most })
    expect(isDisputed(estimated)).toBe(true)
  })

  it('is none if both estimates are above that', () => {
    const limits = { most: 300_000n, ranOutOf: null }
    expect(gasLimit({ higher: 500_000n, lower: 400_000n }, limits)).toEqual({
      refusal: 'It needs 400000 gas, more than 300000.',
    })
  })

  it('is never the same again after a transaction ran out of it', () => {
    const estimated = { higher: 50_000n, lower: 50_000n }
    expect(gasLimit(estimated, { most: 300_000n, ranOutOf: 60_000n })).toEqual({ gas: 120_000n })
    expect(gasLimit(estimated, { most: 300_000n, ranOutOf: 200_000n })).toEqual({ gas: 300_000n })
    expect(gasLimit(estimated, { most: 300_000n, ranOutOf: 300_000n })).toEqual({
      refusal: 'It ran out of gas with a limit of 300000, and gets 300000 at most.',
    })
  })
})

it('coin to an account without code gets exactly 21,000, except where gas also pays for Ethereum’s', () => {
  const plain = { kind: 'native', isToPlainAccount: true } as const
  expect(mostGas(ordinary, plain)).toBe(21_000n)
  expect(mostGas({ dataFee: 'op-stack' }, plain)).toBe(21_000n)
  expect(mostGas({ dataFee: 'in-gas' }, plain)).toBe(4_000_000n)
})

it('estimates are disputed if they are more than twice apart', () => {
  expect(isDisputed({ higher: 200n, lower: 100n })).toBe(false)
  expect(isDisputed({ higher: 201n, lower: 100n })).toBe(true)
})
