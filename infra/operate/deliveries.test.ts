import {
  ChangeMessageVisibilityCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { consumeDeliveries } from '../../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { openTurnstile } from '../../shared/merchant/webhooks/sending/turnstile.ts'
import {
  deactivateWebhookEndpoint,
  noteFailingSince,
} from '../../shared/merchant/webhooks/store/webhook-endpoint-changes.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { testQueues } from '../../test/test-queues.ts'
import {
  aWebhookEndpoint,
  saveDelivery,
  saveEndpoint,
  webhookSecret,
} from '../../test/webhook-fixture.ts'
import { sqsEvent } from '../local/events/sqs-event.ts'

const url = 'https://shop.example/hooks'
const start = new Date('2026-03-01T12:00:00.000Z')

/** The terminal with the operator's functions, a queue, a table, and an endpoint with a scripted receiver. */
async function fixture(randomBytes = seededBytes('operator')) {
  const queues = await testQueues()
  const { table, config } = await serviceFunctions(queues.variables)
  const { run } = terminal(lambdasOf(config))
  const endpoint = aWebhookEndpoint({ url, at: start }, randomBytes)
  await saveEndpoint(table, endpoint)
  /** Attempts the deliveries on the queue; the receiver responds with this status. */
  async function attempt(statusCode: number): Promise<void> {
    const { Messages = [] } = await queues.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queueUrl }),
    )
    const records = sqsEvent('webhook-deliveries', Messages).Records
    const deps = {
      table,
      sqs: queues.sqs,
      queueUrl: () => queues.queueUrl,
      now: () => new Date(),
      randomBytes,
      openSecrets: async () => [webhookSecret] as const,
      send: async () => ({
        kind: 'responded' as const,
        statusCode,
        body: 'no thanks\nAttempt 2: delivered\n',
        headers: { 'retry-after': '120' },
      }),
      schedule: [0, 60],
      leaseSeconds: 40,
      turnstile: openTurnstile({ places: () => 5, line: 0, patienceMs: 0 }),
      slotCounts: new Map(),
      report: (what: string, error: unknown) => {
        throw new Error(what, { cause: error })
      },
    }
    await consumeDeliveries(deps, records)
  }
  return {
    table,
    queues,
    endpoint,
    attempt,
    post: () => saveDelivery(table, { endpoint, at: start }, randomBytes),
    run,
  }
}

describe('deliveries', () => {
  it('are listed, newest first, and by endpoint, event and status', async () => {
    const { run, post, endpoint } = await fixture()
    const first = await post()
    const second = await post()
    const ids = async (...args: string[]) => {
      const text = await run('deliveries', 'list', '--json', ...args)
      return JSON.parse(text).deliveries.map(({ id }: { id: string }) => id)
    }
    const newestFirst = [first.id, second.id].sort().reverse()
    expect(await ids()).toEqual(newestFirst)
    expect(await ids('--limit', '1')).toEqual(newestFirst.slice(0, 1))
    expect(await ids('--endpoint', endpoint.id, '--status', 'pending')).toEqual(newestFirst)
    expect(await ids('--status', 'failed')).toEqual([])
    expect(await ids('--event', first.eventId)).toEqual([first.id])
    expect(await ids('--mode', 'live')).toEqual([])
    const [headings, row] = (await run('deliveries', 'list')).split('\n')
    expect(headings).toMatch(/^ID +MODE +EVENT +ENDPOINT +STATUS +ATTEMPTS +CREATED +NEXT ATTEMPT$/)
    expect(row).toMatch(new RegExp(`^${newestFirst[0]} +test +session.paid +we_\\w+ +pending +0 `))
  })

  it('are shown with the whole log, and replayed', async () => {
    const { run, post, attempt } = await fixture()
    const { id, eventId } = await post()
    expect(await run('deliveries', 'replay', id)).toContain(`as event ${eventId}`)
    await attempt(503)
    const shown = await run('deliveries', 'show', id)
    expect(shown).toContain(`Event ${eventId}, body:\n{"id":"${eventId}","object":"event"`)
    expect(shown).toMatch(/Attempt 1 at .+: refused, 503 after \d+ ms\n {2}POST https:\/\/shop/)
    expect(shown).toMatch(/ {2}webhook-signature: v1,/)
    expect(shown).toContain(
      '  Response headers:\n    retry-after: 120\n  Response: no thanks\n    Attempt 2: delivered\n  Next attempt at 20',
    )
    expect(shown).toMatch(/^Sent again from the start at 20.+Z\.$/m)
    expect(shown).not.toContain(webhookSecret)
    expect(JSON.parse(await run('deliveries', 'show', id, '--json'))).toMatchObject({
      status: 'pending',
      replayedAt: expect.stringMatching(/Z$/),
      attempts: [
        {
          state: 'refused',
          statusCode: 503,
          response: expect.stringMatching(/^no thanks/),
          responseHeaders: { 'retry-after': '120' },
          error: null,
        },
      ],
    })
  })

  it('that failed are recovered', async () => {
    const { run, post, attempt, endpoint } = await fixture()
    const { id } = await post()
    await run('deliveries', 'replay', id)
    await attempt(410)
    const enabled = await run('endpoints', 'enable', endpoint.id)
    const [, since] = /deliveries recover we_\w+ --since (\S+)/.exec(enabled) ?? []
    expect(enabled).toContain('It missed 1 delivery since')
    const recover = ['deliveries', 'recover', endpoint.id, '--since', since ?? '']
    expect(await run(...recover)).toBe('1 delivery is being sent again.')
    await attempt(200)
    expect(JSON.parse(await run('deliveries', 'show', id, '--json'))).toMatchObject({
      status: 'succeeded',
    })
  })

  it('whose messages became dead letters are put back on the queue', async () => {
    const { run, post, queues, attempt } = await fixture()
    expect(await run('deliveries', 'redrive')).toBe('There are no dead letters.')
    const { id } = await post()
    await run('deliveries', 'replay', id)
    await exhaust(queues.sqs, queues.queueUrl)
    expect(await run('deliveries', 'redrive')).toMatch(/^About 1 dead letters/)
    await attempt(200)
    expect(JSON.parse(await run('deliveries', 'show', id, '--json'))).toMatchObject({
      status: 'succeeded',
    })
    expect(await run('deliveries', 'redrive')).toBe('There are no dead letters.')
  })
})

/** Receives the message as often as the queue allows, and once more. */
async function exhaust(sqs: SQSClient, QueueUrl: string): Promise<void> {
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    const [message] = Messages
    if (!message) return
    const { ReceiptHandle } = message
    const shown = { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }
    await sqs.send(new ChangeMessageVisibilityCommand(shown))
  }
}

describe('endpoints', () => {
  it('are listed with the reason why they are disabled, disabled, enabled, and given another secret', async () => {
    const { run, endpoint, table } = await fixture()
    await noteFailingSince(table, endpoint, start)
    expect(await run('endpoints', 'list')).toMatch(/ enabled +2026-03-01T12:00:00.000Z +whsec_/)
    const failing = { ...endpoint, failingSince: start }
    await deactivateWebhookEndpoint(table, failing, { reason: 'only_failures', at: start })
    expect(await run('endpoints', 'list')).toContain(
      'disabled since 2026-03-01T12:00:00.000Z: only_failures',
    )
    expect(await run('endpoints', 'enable', endpoint.id)).toBe(`${endpoint.id} is enabled.`)
    expect(await run('endpoints', 'disable', endpoint.id)).toContain('Nothing is delivered to it.')
    expect(await run('endpoints', 'list')).toContain(': disabled')
    expect(await run('endpoints', 'rotate', endpoint.id)).toContain('it is not shown again')
  })

  it('are shown with their latest attempts', async () => {
    const { run, endpoint, post, attempt } = await fixture()
    const { id } = await post()
    for (const statusCode of [500, 200]) {
      await run('deliveries', 'replay', id)
      await attempt(statusCode)
    }
    const shown = await run('endpoints', 'show', endpoint.id)
    expect(shown).toContain('Latest attempts: 1 delivered, 1 not.')
    const lines = shown.split('\n').filter((line) => line.includes(id))
    expect(lines.map((line) => /(delivered|refused), \d+/.exec(line)?.[0])).toEqual([
      'delivered, 200',
      'refused, 500',
    ])
  })
})

describe('one clear sentence', () => {
  it.each([
    [['deliveries', 'list', '--limit', '101'], 'limit must be at most 100.'],
    [['deliveries', 'replay', 'del_1'], 'There is no delivery del_1.'],
    [['endpoints', 'enable', 'we_1'], 'There is no webhook endpoint we_1.'],
    [['deliveries', 'enable', 'we_1'], 'There is no webhook endpoint we_1.'],
  ])('for %j', async (args, message) => {
    const { run } = await fixture()
    await expect(run(...args)).rejects.toThrow(message)
  })
})
