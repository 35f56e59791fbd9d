import { describe, expect, it } from 'vitest'
import { aTransfer } from '../../../../test/factories.ts'
import { mergeTransfers } from './merge-transfers.ts'

const known = aTransfer({ txHash: '0x1', blockHash: '0xb1' })

describe('mergeTransfers', () => {
  it('adds what was found, once', () => {
    const found = aTransfer({ txHash: '0x2' })
    expect(mergeTransfers([], [found])).toEqual({ transfers: [found], changed: [found] })
    expect(mergeTransfers([found], [found])).toEqual({ transfers: [found], changed: [] })
  })

  it('orphans what is no longer there, and brings it back where it returns', () => {
    const gone = { ...known, orphaned: true }
    expect(mergeTransfers([known], [])).toEqual({ transfers: [gone], changed: [gone] })
    expect(mergeTransfers([gone], [])).toEqual({ transfers: [gone], changed: [] })
    expect(mergeTransfers([gone], [known])).toEqual({ transfers: [known], changed: [known] })
  })

  it('moves a transaction that was mined again in another block', () => {
    const again = { ...known, blockHash: '0xb2', blockNumber: 12n }
    expect(mergeTransfers([known], [again])).toEqual({ transfers: [again], changed: [again] })
  })

  it('adds up several payments inside one transaction, but keeps token logs apart', () => {
    const inner = aTransfer({ txHash: '0x3', amountBase: 5n })
    const both = { ...inner, amountBase: 10n }
    expect(mergeTransfers([], [inner, inner]).transfers).toEqual([both])
    expect(mergeTransfers([inner], [inner, inner]).changed).toEqual([both])
    const logs = [aTransfer({ logIndex: 1 }), aTransfer({ logIndex: 2 })]
    expect(mergeTransfers([], logs).transfers).toEqual(logs)
  })
  it('keeps what no transaction explains apart by asset', () => {
    const assets = [null, '0x01', '0x02']
    const unnamed = assets.map((tokenAddress) => aTransfer({ txHash: null, tokenAddress }))
    expect(mergeTransfers([], unnamed).transfers).toEqual(unnamed)
  })
})
