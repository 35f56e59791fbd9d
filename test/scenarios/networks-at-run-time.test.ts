import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { serve as createSession } from '../../functions/api/create-checkout-session.ts'
import { serve as reconcile } from '../../functions/schedules/reconcile.ts'
import { serve as retireNetworks } from '../../functions/schedules/retire-networks.ts'
import { serve as recheckPayment } from '../../functions/timers/recheck-payment.ts'
import { loadCheckoutSession } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import { removeNetwork } from '../../shared/payments/networks/remove-network.ts'
import { listNetworks } from '../../shared/payments/networks/store/networks.ts'
import { lambdaContext } from '../api-event.ts'
import { localMachines } from '../faults/local-machines.ts'
import { knowPrice } from '../known-price.ts'
import { logLines } from '../log-lines.ts'
import { operatorNetworks, standIn, startPublicChain } from '../operator-networks.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { newApiKey, saveBaseUrl, saveWallet } from '../saved-instance.ts'
import { invokeApi } from '../service-functions.ts'

const key = 'secret-api-key-0123456789'
const created = z.object({ id: z.string(), address: z.string() })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

/** Longer than functions keep what they have read of the networks. */
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** Functions that run before any chain is enabled, and a key for them. */
async function fixture() {
  await localMachines()
  const instance = await operatorNetworks()
  const { table, config } = instance
  await saveBaseUrl(table, 'https://pay.example.com')
  await saveWallet(table, config)
  await knowPrice(table, 'ETH/USD', '2500')
  const apiKey = await newApiKey(table, 'test')
  const create = createSession(config)
  const [round, recheck, retire] = [
    reconcile(config),
    recheckPayment(config),
    retireNetworks(config),
  ]
  const amount = { value: '25.00', currency: 'USD' }
  return {
    ...instance,
    open: (chainId: number) =>
      invokeApi(create, {
        key: apiKey,
        path: '/checkout_sessions',
        body: { amount, chainId, asset: 'ETH' },
      }),
    statusOf: async (id: string) => (await loadCheckoutSession(table, 'test', id))?.status,
    round: () => round({ mode: 'test' }, lambdaContext()),
    recheck: (sessionId: string) => recheck({ mode: 'test', sessionId }, lambdaContext()),
    retire: () => retire(undefined, lambdaContext()),
  }
}

it('takes a payment on a chain that is enabled, and then removed, while functions run', async () => {
  const { services, table, open, statusOf, round, recheck, retire } = await fixture()
  expect((await open(84532)).statusCode).toBe(400)
  const written = logLines()
  const chain = await startPublicChain(84532)
  const providers = standIn(chain.rpcUrl, { 84532: 'base-sepolia' })
  await runAsOperator(
    connectProvider,
    { ...services, providers },
    {
      provider: 'alchemy',
      key,
      mode: 'test',
      withPublicNodes: false,
      confirmSingleOperator: false,
    },
  )
  pass(6)
  const session = created.parse(JSON.parse((await open(84532)).body))
  await chain.send({ to: `0x${session.address.slice(2)}`, value: 10n ** 16n })
  const mine = async (blocks: number) => {
    const timestamp = BigInt(Math.ceil(Date.now() / 1000)) + 1n
    await chain.node.setNextBlockTimestamp({ timestamp })
    await chain.node.mine({ blocks, interval: 2 })
  }
  await mine(1)
  await runAsOperator(removeNetwork, services, { chainId: 84532 })
  pass(6)
  expect((await open(84532)).statusCode).toBe(400)
  // Open sessions on a chain that is being removed are still scanned.
  await round()
  expect(await statusOf(session.id)).toBe('detected')
  await mine(30)
  pass(70)
  expect(await recheck(session.id)).toMatchObject({ decided: true })
  expect(await statusOf(session.id)).toBe('paid')
  pass(17 * 60)
  await retire()
  expect(await listNetworks(table, 'test')).toEqual([])
  expect(written.text()).not.toContain('secret-api-key')
})
