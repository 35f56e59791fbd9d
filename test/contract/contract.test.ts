import { newId } from '../../shared/kernel/ids.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { startTestChain } from '../chain-fixture.ts'
import { aSession, createdAt } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { checkContract } from './check-contract.ts'
import { startMerchantApi } from './merchant-api.ts'

checkContract(async () => {
  const [chain, liveChain] = [await startTestChain(), await startTestChain({ chainId: 31338 })]
  const api = await startMerchantApi({
    variables: { RATE_LIMIT_PER_MINUTE: '100000' },
    nodes: { 31337: [chain.rpcUrl], 31338: [liveChain.rpcUrl] },
  })
  for (const pair of ['ETH/USD', 'USDC/USD']) await api.agreeOnPrice(pair, '2500')
  return {
    ...api,
    stop: async () => {
      await api.stop()
      await Promise.all([chain.stop(), liveChain.stop()])
    },
    apiKeys: { test: await api.newKey('test'), live: await api.newKey('live') },
    makeEvent: (mode) => addEvent(api.table, mode),
    paidSession: (mode) => addPaidSession(api.table, mode),
  }
})

/** Events come of payments, of which there are none here. */
async function addEvent(table: Table, mode: Mode): Promise<void> {
  const session = aSession({ mode })
  const shown = presentCheckoutSession(session, { baseUrl: 'https://pay.example.com' })
  const id = newId('event', createdAt, seededBytes(`contract ${mode}`))
  const data = { ...shown, sequence: 1 }
  const event = { id, mode, type: 'session.paid', sessionId: session.id, data, createdAt } as const
  await transact(table, [eventCreation(event)])
}

async function addPaidSession(table: Table, mode: Mode): Promise<string> {
  const received = { seenBase: 10n ** 21n, confirmedBase: 10n ** 21n, confirmations: 3 }
  const id = newId('checkoutSession', createdAt, seededBytes(`paid ${mode}`))
  const lock = { ...aSession().lock, decimals: 18 }
  const session = aSession({ id, mode, status: 'overpaid', closedAt: createdAt, received, lock })
  await transact(table, [sessionCreation(session, createdAt)])
  return id
}
