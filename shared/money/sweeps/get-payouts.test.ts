import { expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { runAsOperator } from '../../../test/run-as-operator.ts'
import { testTable } from '../../../test/test-table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { holdingDue } from '../../payments/holdings/store/holdings.ts'
import { getPayouts } from './get-payouts.ts'

it('says what has arrived before a sweep was planned, as far as payments count it', async () => {
  const table = await testTable()
  const lock = { ...aSession().lock, asset: 'USDC', tokenAddress: '0xbb', decimals: 6 }
  const received = { seenBase: 2_500_000n, confirmedBase: 2_500_000n, confirmations: 3 }
  const session = aSession({ status: 'paid', lock, received })
  const { mode, id: sessionId, address, derivationIndex } = session
  const held = { mode, sessionId, address, derivationIndex, chainId: lock.chainId }
  await transact(table, [
    sessionCreation(session, session.expiresAt),
    holdingDue({ ...held, symbol: 'USDC', tokenAddress: '0xbb', decimals: 6 }, later(0)),
    holdingDue({ ...held, symbol: 'ETH', tokenAddress: null, decimals: 18 }, later(0)),
  ])
  const { ledger } = await runAsOperator(getPayouts, { table }, { mode })
  const arrived = ledger.map((line) => [line.asset, line.received, line.arrived])
  expect(arrived.toSorted()).toEqual([
    ['ETH', '0', { addresses: 1, amount: '0' }],
    ['USDC', '0', { addresses: 1, amount: '2.5' }],
  ])
})
