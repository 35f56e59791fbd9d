import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { operate } from '../../infra/operate/operate.ts'
import { operatorFunctions } from '../../infra/operate/operator-functions.ts'
import { eventually, patiently } from '../eventually.ts'
import { type RunningInstance, startInstance } from '../instance.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'
import { pay } from './customer.ts'
import { type Merchant, merchant } from './merchant.ts'
import { localPace, localTarget } from './target.ts'

let instance: RunningInstance
let receiver: WebhookReceiver

beforeAll(async () => {
  instance = await startInstance({
    env: {
      SESSION_TTL_SECONDS: '3600',
      RECHECK_DELAY_SECONDS: '3',
      BLOCK_TIME_SECONDS: '1',
      SCHEDULE_SECONDS: '3',
      // Nothing is swept: what a sweep moved in the lost time is another matter.
      SWEEP_SECONDS: '3600',
      WEBHOOK_RETRY_SECONDS: '1,1,1,2,2',
    },
  })
  receiver = await startWebhookReceiver({})
})

afterAll(async () => {
  await receiver.close()
  await instance.stop()
})

const shop = (maxRetries?: number): Merchant => {
  const { baseUrl, apiKeys } = instance.instance
  return merchant(baseUrl, apiKeys.test, { ...localPace, ...(maxRetries === 0 && { maxRetries }) })
}
/** A refusal states a minute to wait, which would be most of the test. */
const impatient = () => shop(0)
const amount = { value: '25', currency: 'USD' }

const run = (...args: string[]) => {
  const { dataDir } = instance
  return operate(() => operatorFunctions({ dataDir, functionPrefix: undefined }), args)
}

const found = z.object({ address: z.string(), sessionId: z.string() })
const listed = z.object({ deposits: z.array(found) })
const restored = z.object({
  modes: z.array(z.object({ adopted: z.array(found) })),
  access: z.array(z.object({ what: z.string(), who: z.string(), toEnd: z.string() })),
})
const key = z.object({ id: z.string(), key: z.string() })

/** The code of an error of the API. */
const codeOf = (error: unknown) => z.object({ code: z.string() }).parse(error).code

/** The table, without the chains, queues and timers beside it. */
const table = () => join(instance.dataDir, 'dynamodb')
const backup = () => join(instance.dataDir, 'backup')

it('a table restored from an hour ago loses no money, uses no address twice, and repeats no event', async () => {
  const { secret } = await shop().createEndpoint(receiver.url)
  receiver.expectSecret(secret)
  const kept = await shop().createSession({ amount })
  const partner = key.parse(
    JSON.parse(await run('keys', 'create', '--mode', 'test', '--name', 'partner', '--json')),
  )
  await instance.terminate()
  await cp(table(), backup(), { recursive: true })

  await instance.restart()
  await run('keys', 'revoke', partner.id)
  const lost = await shop().createSession({ amount })
  await pay(localTarget(instance), kept)
  await pay(localTarget(instance), lost)
  for (const { id } of [kept, lost]) await shop().reaches(id, 'paid')
  const about = (id: string, type: string) =>
    receiver.deliveries.filter((d) => d.event.data.id === id && d.event.type === type)
  await eventually(
    () => [kept, lost].map(({ id }) => about(id, 'session.paid').length),
    (counts) => counts.every((count) => count > 0),
    { what: 'the webhooks of both', ...patiently },
  )

  await instance.kill()
  await rm(table(), { recursive: true })
  await cp(backup(), table(), { recursive: true })
  await instance.restart()
  expect(await run('restore', '--mode', 'test', '--stop')).toContain('changes are refused')
  await expect(impatient().createSession({ amount })).rejects.toMatchObject({
    code: 'intake_stopped',
  })
  await eventually(
    () =>
      impatient()
        .createLink('5.00')
        .then(() => 'created', codeOf),
    (outcome) => outcome === 'intake_stopped',
    { what: 'the end of changes', ...patiently },
  )
  expect((await shop().getSession(kept.id)).id).toBe(kept.id)
  // It dies in the middle, with the instance, and is run again.
  const interrupted = run('restore', '--mode', 'test').catch(() => 'interrupted')
  await instance.kill()
  expect(await interrupted).toBe('interrupted')
  await instance.restart()
  await expect(impatient().createSession({ amount })).rejects.toMatchObject({
    code: 'intake_stopped',
  })
  const report = restored.parse(JSON.parse(await run('restore', '--mode', 'test', '--json')))
  const { modes, access } = report
  const adopted = modes.flatMap((mode) => mode.adopted)
  expect(adopted.map(({ address }) => address)).toEqual([lost.address])
  for (const { sessionId } of adopted) await run('sessions', 'check', sessionId)

  // Its revocation is lost, so the report names it.
  const toEnd = `keys revoke ${partner.id}`
  expect(access).toContainEqual({ what: 'API key, test', who: 'partner', toEnd })
  expect(access.map(({ who }) => who)).toEqual(
    expect.arrayContaining([instance.instance.owner.email, receiver.url]),
  )
  const byPartner = merchant(instance.instance.baseUrl, partner.key, localPace)
  expect((await byPartner.getSession(kept.id)).id).toBe(kept.id)
  await run(...toEnd.split(' '))
  await eventually(
    () => byPartner.getSession(kept.id).then(() => 'works', codeOf),
    (outcome) => outcome === 'unauthenticated',
    { what: 'the end of a revoked key', ...patiently },
  )

  await shop().reaches(kept.id, 'paid')
  const sequences = about(kept.id, 'session.paid').map((d) => d.event.data.sequence)
  expect(new Set(sequences).size).toBe(1)
  const { deposits } = listed.parse(JSON.parse(await run('deposits', 'list', '--json')))
  expect(deposits.map(({ address }) => address)).toEqual([lost.address])
  await expect(shop().getSession(lost.id)).rejects.toMatchObject({ code: 'resource_not_found' })
  expect(about(lost.id, 'session.expired')).toEqual([])
  const next = await shop().createSession({ amount })
  expect([kept.address, lost.address]).not.toContain(next.address)
}, 1_200_000)
