import { describe, expect, it } from 'vitest'
import { chainById } from '../../chain/chains.ts'
import { invariant } from '../../kernel/invariant.ts'
import { selectAsset } from './select-asset.ts'

function chainOf(chainId: number) {
  const chain = chainById(chainId)
  invariant(chain, 'the registry has the chain')
  return chain
}

const [ethereum, base] = [chainOf(1), chainOf(8453)]
const enabled = [ethereum, base]
const none = { defaultChainId: null, defaultAsset: null }

function selected(...[wish, fallback]: [Parameters<typeof selectAsset>[1], typeof none | object]) {
  const { chain, symbol } = selectAsset(enabled, wish, { ...none, ...fallback })
  return [chain.chainId, symbol]
}

describe('selectAsset', () => {
  it.each([
    [
      'the default asset of the default chain',
      {},
      { defaultChainId: 8453, defaultAsset: 'USDC' },
      [8453, 'USDC'],
    ],
    ['the native coin if nothing is set', {}, {}, [1, 'ETH']],
    [
      'the default asset on the chain that was asked for',
      { chainId: 1 },
      { defaultChainId: 8453, defaultAsset: 'USDC' },
      [1, 'USDC'],
    ],
    [
      'the native coin of a chain without the default asset',
      { chainId: 8453 },
      { defaultChainId: 1, defaultAsset: 'NONE' },
      [8453, 'ETH'],
    ],
    [
      'the default chain for an asset that it has',
      { asset: 'USDC' },
      { defaultChainId: 8453 },
      [8453, 'USDC'],
    ],
    [
      'exactly the pair that was asked for',
      { chainId: 1, asset: 'ETH' },
      { defaultAsset: 'USDC' },
      [1, 'ETH'],
    ],
  ] as const)('takes %s', (...[, wish, fallback, expected]) => {
    expect(selected(wish, fallback)).toEqual(expected)
  })

  it('refuses a chain that is not enabled and an asset that no chain has', () => {
    expect(() => selected({ chainId: 137 }, {})).toThrow(/chainId 137 is not enabled/)
    expect(() => selected({ asset: 'NONE' }, {})).toThrow(
      /NONE is not offered on any chain\. Use one of ETH, USDC/,
    )
  })
})
