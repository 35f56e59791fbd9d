import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, patiently } from '../eventually.ts'
import { nodesOn, type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { merchant } from './merchant.ts'
import { localTarget } from './target.ts'

let instance: RunningInstance
let receiver: WebhookReceiver

beforeAll(async () => {
  instance = await startInstance({
    env: {
      SESSION_TTL_SECONDS: '120',
      RECHECK_DELAY_SECONDS: '3',
      CONFIRMATIONS: '3',
      BLOCK_TIME_SECONDS: '1',
      SCHEDULE_SECONDS: '3',
      // Half of the notifications are lost: the timers and the reconciler have to find those payments.
      NOTIFIER: '0.5',
      WEBHOOK_RETRY_SECONDS: '1,1,1,2,2',
      WEBHOOK_TIMEOUT_SECONDS: '3',
    },
  })
  receiver = await startWebhookReceiver({})
})

afterAll(async () => {
  await receiver.close()
  await instance.stop()
})

it('is the same after a kill -9, on its orphaned nodes', async () => {
  const before = instance.instance
  const orphaned = await nodesOn(instance.dataDir)
  expect(orphaned).toHaveLength(2)
  await instance.kill()
  expect(await nodesOn(instance.dataDir)).toEqual(orphaned)
  await instance.restart()
  expect(instance.instance).toEqual(before)
  expect(await nodesOn(instance.dataDir)).toEqual(orphaned)
  const shop = merchant(before.baseUrl, before.apiKeys.test)
  await expect(shop.getSession('cs_1')).rejects.toMatchObject({ code: 'resource_not_found' })
})

/** Between 0 and 2.5 s, determined by the seed. */
function seededDelayMs(seed: string): number {
  return (createHash('sha256').update(seed).digest().readUInt16BE() / 65_536) * 2500
}

it('three kills at seeded moments of a payment lose nothing and repeat nothing', async () => {
  const shop = () => merchant(instance.instance.baseUrl, instance.instance.apiKeys.test)
  const { secret } = await shop().createEndpoint(receiver.url)
  receiver.expectSecret(secret)
  const session = await shop().createSession({ amount: { value: '25', currency: 'USD' } })
  await pay(localTarget(instance), session)

  for (const round of [1, 2, 3]) {
    // The moment of the kill is the input of this test, not a wait for something to happen.
    await setTimeout(seededDelayMs(`kill ${round}`))
    await instance.kill()
    await instance.restart()
  }

  await shop().reaches(session.id, 'paid')
  const about = () =>
    receiver.deliveries.filter((d) => d.verified && d.event.data.id === session.id)
  await eventually(
    () => about().map((d) => d.event.type),
    (types) => types.includes('session.paid') && types.includes('session.detected'),
    { what: 'both webhooks', ...patiently },
  )
  const ids = (type: string) =>
    new Set(
      about()
        .filter((d) => d.event.type === type)
        .map((d) => d.event.id),
    )
  // A delivery may repeat after a crash, an event may not.
  expect([ids('session.detected').size, ids('session.paid').size]).toEqual([1, 1])
  expect(new Set(about().map((d) => d.event.data.sequence))).toEqual(new Set([1, 2]))
}, 150_000)
