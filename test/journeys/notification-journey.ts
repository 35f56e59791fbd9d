import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import type { RunningInstance } from '../instance.ts'
import { startWebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { eventsAbout } from './listener.ts'
import { merchant } from './merchant.ts'
import { activity, notify } from './notification.ts'
import { localTarget } from './target.ts'

const count = 10

/** One signed notification, ten times at once: before its payment, and after it. */
export function notificationJourney(running: () => RunningInstance): void {
  describe.concurrent('a chain notification', () => {
    it(`is never trusted, and ${count} have the effect of one`, async () => {
      const target = localTarget(running())
      const shop = merchant(target.baseUrl, target.apiKeys.test)
      const receiver = await startWebhookReceiver()
      const { id, secret } = await shop.createEndpoint(receiver.url)
      receiver.expectSecret(secret)
      const session = await shop.createSession({ amount: { value: '10', currency: 'USD' } })
      const body = activity(session.address)
      const key = await running().signingKey(31337)
      const signature = createHmac('sha256', key).update(body).digest('hex')
      const many = () =>
        Promise.all(Array.from({ length: count }, () => notify(target.baseUrl, body, signature)))

      const lies = await many()
      expect(lies.map(({ status }) => status)).toEqual(Array(count).fill(200))
      expect((await shop.getSession(session.id)).status).toBe('pending')

      await pay(target, session)
      await many()
      await shop.reaches(session.id, 'paid')
      await eventually(
        () => eventsAbout(receiver, session.id),
        (events) => events.includes('session.paid'),
        { what: 'the paid webhook' },
      )
      expect(eventsAbout(receiver, session.id)).toEqual(['session.detected', 'session.paid'])
      await shop.deleteEndpoint(id)
      await receiver.close()
    })
  })
}
