import { describe, expect, it } from 'vitest'
import { aSession, aTransfer, later } from '../../../../test/factories.ts'
import { countTransfers } from './count-transfers.ts'

const session = aSession({ expiresAt: new Date(later(300).getTime() + 900) })
const count = (transfers: ReturnType<typeof aTransfer>[], balanceBase: bigint, upTo = 100n) =>
  countTransfers(session, transfers, { balanceBase, upTo })

describe('countTransfers', () => {
  it('sorts money by the time of its block, deadlines rounded down to the second', () => {
    const transfers = [
      aTransfer({ txHash: '0x1', amountBase: 1n, blockTime: later(300) }),
      aTransfer({ txHash: '0x2', amountBase: 10n, blockTime: later(301) }),
      aTransfer({ txHash: '0x3', amountBase: 100n, blockTime: later(900) }),
      aTransfer({ txHash: '0x4', amountBase: 1000n, blockTime: later(901) }),
    ]
    expect(count(transfers, 1111n)).toEqual({
      totalBase: 1111n,
      onTimeBase: 1n,
      inWindowBase: 111n,
    })
  })

  it('leaves out later blocks and orphaned transfers', () => {
    const transfers = [
      aTransfer({ txHash: '0x1', amountBase: 1n, blockNumber: 10n }),
      aTransfer({ txHash: '0x2', amountBase: 10n, blockNumber: 11n }),
      aTransfer({ txHash: '0x3', amountBase: 100n, blockNumber: 9n, orphaned: true }),
    ]
    expect(count(transfers, 111n, 10n)).toMatchObject({ onTimeBase: 1n })
  })

  it('never counts more than the balance holds', () => {
    expect(count([aTransfer({ amountBase: 50n })], 20n)).toEqual({
      totalBase: 20n,
      onTimeBase: 20n,
      inWindowBase: 20n,
    })
  })
})
