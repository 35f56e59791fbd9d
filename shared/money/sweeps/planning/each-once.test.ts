import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { testTable } from '../../../../test/test-table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  emptyHolding,
  type Holding,
  withWaiting,
} from '../../../payments/holdings/rules/holding.ts'
import {
  dueHoldings,
  holdingWrite,
  saveHolding,
} from '../../../payments/holdings/store/holdings.ts'
import { eachOnce } from './each-once.ts'

const { lock, mode, address, derivationIndex } = aSession()
const { chainId, asset: symbol, tokenAddress, decimals } = lock
const pageSize = 5

/** Every other one was to be checked by now, and the others are later than what waits from now on. */
function holdingAt(index: number): Holding {
  const asset = { mode, sessionId: `cs_${index}`, address, derivationIndex }
  const empty = emptyHolding({ ...asset, chainId, symbol, tokenAddress, decimals })
  const checkAt = index % 2 === 0 ? later(index) : later(100_000 + index)
  return { ...empty, version: 1, dueSince: later(0), checkAt, balanceBase: 1n }
}

it('meets all that waits once, also behind a page of what was stored again', async () => {
  const table = await testTable()
  const holdings = Array.from({ length: 40 }, (_, index) => holdingAt(index))
  await transact(
    table,
    holdings.map((holding) => holdingWrite(holding, 0)),
  )
  const found: string[] = []
  const due = dueHoldings(table, { mode, chainId, before: null, pageSize })
  for await (const page of eachOnce(due)) {
    for (const holding of page) {
      found.push(holding.sessionId)
      const waiting = withWaiting(holding, { reason: 'gas_wallet_empty' }, later(50))
      await saveHolding(table, waiting, holding)
    }
  }
  expect(found.toSorted()).toEqual(holdings.map(({ sessionId }) => sessionId).toSorted())
})
