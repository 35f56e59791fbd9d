import { expect, it } from 'vitest'
import * as z from 'zod'
import { serve as serveCreateCheckoutSession } from '../../functions/api/create-checkout-session.ts'
import { adoptAddresses } from '../../shared/admin/restore/adopt-addresses.ts'
import { resumeIntake } from '../../shared/admin/restore/resume-intake.ts'
import { stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import { configOf } from '../../shared/kernel/operation/config.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { depositWallets } from '../../shared/payments/wallet/deposit-wallets.ts'
import { errorOf } from '../api-event.ts'
import { payer } from '../chain-fixture.ts'
import { knowPrice } from '../known-price.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { baseUrlWrites, newApiKey, walletWrites } from '../saved-instance.ts'
import { saveNetworks } from '../saved-networks.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../service-functions.ts'
import { backUp, restoreBackup } from '../table-backup.ts'
import { engineHarness } from './engine-harness.ts'

const price = 25_000_000n
const created = z.object({ id: z.string(), address: z.string() })

/** The API on the table of a payment engine, a merchant that repeats its requests, and an operator that restores. */
async function instance() {
  const engine = await engineHarness()
  const { table, chain } = engine
  const { environment } = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' }, {})
  const config = configOf({ ...environment, TABLE_NAME: table.name })
  await saveNetworks(table, config, { 31337: [chain.rpcUrl] })
  const setup = [
    ...baseUrlWrites('https://pay.example.com'),
    ...(await walletWrites(table, config)),
  ]
  await transact(table, setup)
  await knowPrice(table, 'ETH/USD', '2500')
  await knowPrice(table, 'USDC/USD', '1')
  await chain.mintUsdc(payer, price * 10n)
  const key = await newApiKey(table, 'test')
  const create = serveCreateCheckoutSession(config)
  const amount = { value: '25.00', currency: 'USD' }
  const body = { amount, chainId: 31337, asset: 'USDC' }
  const services = {
    table,
    now: engine.clock,
    randomBytes: seededBytes('restore'),
    region: 'us-east-1',
    depositWallets: depositWallets(config, table),
  }
  const mode = 'test' as const
  return {
    engine,
    /** A new test session, requested under an idempotency key. */
    async request(idempotencyKey: string) {
      const response = await invokeApi(create, {
        path: '/checkout_sessions',
        key,
        body,
        idempotencyKey,
      })
      const isReplayed = response.headers['Idempotent-Replayed'] === 'true'
      return { response, isReplayed, status: response.statusCode, body: response.body }
    },
    stop: () => runAsOperator(stopIntake, services, { mode, dryRun: false }),
    /** What `restore` does once its search has found money at one address. */
    async adopt(index: number, since: Date): Promise<void> {
      const money = [{ index, chainId: 31337, symbol: 'USDC' }]
      const found = { mode, since: since.toISOString(), walletId: 'wallet-1', money }
      await runAsOperator(adoptAddresses, services, found)
      await runAsOperator(resumeIntake, services, { mode })
    },
  }
}

it('a request of the lost hour that is repeated opens one more session, with its own address and money', async () => {
  const { engine, request, stop, adopt } = await instance()
  const kept = await request('order-1')
  const [backup, since] = [await backUp(engine.table), engine.clock()]
  const lost = await request('order-2')
  const { id, address } = created.parse(JSON.parse(lost.body))
  const session = await engine.load({ id, mode: 'test' })
  await engine.payUsdc(session, price)
  expect(await engine.settle(session)).toBe('paid')

  await restoreBackup(engine.table, backup)
  await stop()
  // What the table has is replayed even while nothing new is accepted. What it lost has to wait.
  expect(await request('order-1')).toMatchObject({ isReplayed: true, status: 201, body: kept.body })
  const refused = await request('order-2')
  expect(errorOf(refused.response)).toMatchObject({ status: 503, code: 'intake_stopped' })
  await adopt(session.derivationIndex, since)

  expect(await request('order-1')).toMatchObject({ isReplayed: true, status: 201, body: kept.body })
  const again = await request('order-2')
  expect(again).toMatchObject({ isReplayed: false, status: 201 })
  const repeated = created.parse(JSON.parse(again.body))
  const addresses = [address, repeated.address, created.parse(JSON.parse(kept.body)).address]
  expect(new Set(addresses).size).toBe(3)
  expect(await request('order-2')).toMatchObject({ isReplayed: true, body: again.body })

  // The payment is listed once, as money of the lost session, and pays nothing else.
  await engine.scanClosed()
  const deposits = await engine.unmatched()
  expect(deposits.map(({ address, amountBase }) => [address, amountBase])).toEqual([
    [address, price],
  ])
  const next = await engine.load({ id: repeated.id, mode: 'test' })
  expect(await engine.settle(next)).toBe('pending')
  await engine.payUsdc(next, price)
  expect(await engine.settle(next)).toBe('paid')
  expect(await engine.unmatched()).toEqual(deposits)
})
