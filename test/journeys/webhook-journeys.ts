import type { ServerResponse } from 'node:http'
import { describe, expect, it, type TestContext } from 'vitest'
import * as z from 'zod'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { type Call, call } from '../contract/api-client.ts'
import { patiently } from '../eventually.ts'
import type { RunningInstance } from '../instance.ts'
import { type ReceiverOptions, startWebhookReceiver } from '../webhook-receiver.ts'

/** Seconds between attempts, as `WEBHOOK_RETRY_SECONDS` takes them: six attempts in all. */
export const retrySeconds = [1, 1, 1, 2, 2]

const created = z.object({ id: z.string(), secret: z.string() })

/**
 * Webhooks of a running instance, from the receiver's side and the operator's, side by side since most of it is
 * waiting.
 */
export function webhookJourneys(running: () => RunningInstance): void {
  const ask = (operation: keyof typeof merchantOperations, options: Call) =>
    call(running(), merchantOperations[operation], {
      key: running().instance.apiKeys.test,
      ...options,
    })

  /** A receiver with its own endpoint, which gets test events only. */
  async function receiving({ onTestFinished }: TestContext, options: ReceiverOptions) {
    const receiver = await startWebhookReceiver(options)
    onTestFinished(receiver.close)
    const body = { url: receiver.url, events: ['session.failed'] }
    const { id, secret } = created.parse((await ask('createWebhookEndpoint', { body })).json)
    onTestFinished(async () => {
      await ask('deleteWebhookEndpoint', { id })
    })
    receiver.expectSecret(secret)
    const fire = async () => {
      const { status, text } = await ask('testWebhookEndpoint', { id })
      expect(status, text).toBe(202)
    }
    return { ...receiver, id, fire }
  }

  const run = (...args: string[]) => {
    const { dataDir } = running()
    return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args)
  }

  describe.concurrent('a webhook', () => {
    it('is sent six times on schedule, found by the operator, and replayed', async (test) => {
      const receiver = await receiving(test, { responses: Array(6).fill(500) })
      await receiver.fire()
      await receiver.waitFor(({ length }) => length === 6)
      const times = receiver.deliveries.map(({ at }) => at.getTime())
      for (const [index, seconds] of retrySeconds.entries()) {
        const waited = (times[index + 1] ?? 0) - (times[index] ?? 0)
        // Jitter is at most a tenth, and a message may be half a second early.
        expect(waited).toBeGreaterThanOrEqual(seconds * 900 - 500)
      }
      const failed = async () => run('deliveries', 'list', '--endpoint', receiver.id)
      await expect
        .poll(failed, { timeout: patiently.deadlineMs })
        .toContain('failed: attempts_exhausted')
      const [delivery = ''] = /del_\w+/.exec(await failed()) ?? []
      expect(await run('deliveries', 'show', delivery)).toMatch(/Attempt 6 at .+: refused, 500/)

      expect(await run('deliveries', 'replay', delivery)).toContain('is being sent again')
      await receiver.waitFor(({ length }) => length === 7)
      const { deliveries } = receiver
      expect(deliveries.map(({ verified }) => verified)).toEqual(Array(7).fill(true))
      expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    })

    it('to a receiver that is gone disables the endpoint; enabled again, it gets its missed events, signed with both secrets', async (test) => {
      const receiver = await receiving(test, { responses: [410] })
      await receiver.fire()
      const listed = () => run('endpoints', 'show', receiver.id)
      await expect.poll(listed, { timeout: patiently.deadlineMs }).toContain('receiver_gone')
      const enabled = await run('deliveries', 'enable', receiver.id)
      const [, since = ''] = /--since (\S+)/.exec(enabled) ?? []
      const { secret } = JSON.parse(await run('deliveries', 'rotate', receiver.id, '--json'))
      expect(await run('deliveries', 'recover', receiver.id, '--since', since)).toContain('1 deliv')
      await receiver.waitFor(({ length }) => length === 2)
      const again = receiver.deliveries[1]
      expect(again?.verified).toBe(true)
      expect(again?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
      expect(secret).toMatch(/^whsec_/)
    })

    it('arrives even if another receiver hangs on five sends at a time', async (test) => {
      let [open, most] = [0, 0]
      const hang = (response: ServerResponse) => {
        open += 1
        most = Math.max(most, open)
        response.once('close', () => (open -= 1))
      }
      const hanging = await receiving(test, { respondAlways: hang })
      const healthy = await receiving(test, {})
      for (let event = 1; event <= 12; event++) await hanging.fire()
      for (let event = 1; event <= 4; event++) await healthy.fire()
      await healthy.waitFor(({ length }) => length === 4, patiently)
      expect(hanging.deliveries.length).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(5)
    })
  })
}
