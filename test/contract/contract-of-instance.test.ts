import { Quittance } from '../../sdk/src/index.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { pay } from '../journeys/customer.ts'
import { merchant } from '../journeys/merchant.ts'
import { localTarget } from '../journeys/target.ts'
import { keyWith } from './api-client.ts'
import { checkContract } from './check-contract.ts'

checkContract(async () => {
  const instance = await startInstance({
    env: { RATE_LIMIT_PER_MINUTE: '100000', BLOCK_TIME_SECONDS: '0.5', RECHECK_DELAY_SECONDS: '1' },
  })
  return {
    baseUrl: instance.baseUrl,
    apiKeys: instance.instance.apiKeys,
    newKey: (mode, scopes) => keyWith(instance, mode, scopes),
    makeEvent: (mode) => expireOne(instance, mode),
    paidSession: (mode) => payFor(instance, mode),
    stop: instance.stop,
  }
})

async function expireOne({ baseUrl, instance }: RunningInstance, mode: Mode): Promise<void> {
  const quittance = new Quittance({ baseUrl, apiKey: instance.apiKeys[mode] })
  const amount = { value: '10', currency: 'USD' }
  const { id } = await quittance.checkoutSessions.create({ amount })
  await quittance.checkoutSessions.expire(id)
}

async function payFor(instance: RunningInstance, mode: Mode): Promise<string> {
  const target = localTarget(instance)
  const shop = merchant(target.baseUrl, target.apiKeys[mode])
  const amount = { value: '2500', currency: 'USD' }
  const session = await shop.createSession({ amount, asset: 'ETH' })
  await pay(target, session)
  await shop.reaches(session.id, ['paid', 'paid_late'])
  return session.id
}
