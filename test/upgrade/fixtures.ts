import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { machineArn } from '../../infra/local/aws/step-functions/arns.ts'
import type { MachineName } from '../../shared/kernel/operation/touches.ts'
import { timersOf } from '../../shared/merchant/checkout/start-timer.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import type { ScanMessage } from '../../shared/queue/scan-message.ts'
import {
  enqueueDeliveries,
  type QueuedDelivery,
} from '../../shared/records/outbox/enqueue-deliveries.ts'
import { aroundAwsCalls } from '../aws-calls.ts'
import { later } from '../factories.ts'
import { storedItem } from './real-runs.ts'
import { parseStored } from './stored-text.ts'

const fields = z.record(z.string(), z.unknown())

const fixtures = z.object({
  /** By kind. */
  items: z.record(z.string(), z.array(storedItem)),
  /** Bodies on the queues. */
  messages: z.record(z.string(), fields),
  /** Inputs of executions. */
  executions: z.record(z.string(), fields),
  /** The functions that executions of each machine invoke. */
  tasks: z.record(z.string(), z.array(z.string())),
})

export type Fixtures = z.infer<typeof fixtures>

export const fixturesFolder = join(import.meta.dirname, 'fixtures')

export async function readFixtures(name: string): Promise<Fixtures> {
  return fixtures.parse(parseStored(await readFile(join(fixturesFolder, name), 'utf8')))
}

type Sent = Pick<Fixtures, 'messages' | 'executions'>

/**
 * Messages that this version queues, and executions that it starts, for a delivery and a session. Equal at every run; needs a Region and
 * credentials, of any kind.
 */
export async function currentMessages({ items }: Pick<Fixtures, 'items'>): Promise<Sent> {
  const delivery = queued.parse(items['delivery']?.[0])
  const session = ofSession.parse(items['session']?.[0])
  const scan: ScanMessage = {
    mode: session.mode,
    sessionId: session.id,
    chainId: 31337,
    txHashes: ['0x01'],
    isRoutine: true,
    notified: { by: 'alchemy', at: later(5).toISOString() },
  }
  return {
    messages: {
      'webhook-deliveries': await sent((sqs) => enqueueDeliveries(sqs, [delivery])),
      scans: await sent((sqs) => enqueueScans(sqs, [scan])),
    },
    executions: {
      'session-timer': await started('session-timer', session, 0),
      'session-timer, a later lap': await started('session-timer', session, 1),
      'payment-confirmation': await started('payment-confirmation', session, 0),
    },
  }
}

const mode = z.enum(['live', 'test'])
const ofSession = z.object({ mode, id: z.string() })
const queued: z.ZodType<QueuedDelivery> = ofSession.extend({
  eventId: z.string(),
  endpointId: z.string(),
})

const batch = z.object({ Entries: z.tuple([z.object({ MessageBody: z.string() })]) })

type Queues = { sqs: SQSClient; queueUrl: () => string }

async function sent(send: (queues: Queues) => Promise<void>): Promise<Record<string, unknown>> {
  const sqs = new SQSClient({ md5: false, useQueueUrlAsEndpoint: false })
  const body = await bodyOf(() => send({ sqs, queueUrl: () => 'https://queue.example/1' }))
  return fields.parse(JSON.parse(batch.parse(body).Entries[0].MessageBody))
}

async function started(
  machine: MachineName,
  { mode, id: sessionId }: z.infer<typeof ofSession>,
  lap: number,
): Promise<Record<string, unknown>> {
  const start = timersOf(machineArn(machine))
  const body = await bodyOf(() => start({ mode, sessionId }, { at: later(300), lap }))
  return fields.parse(JSON.parse(z.object({ input: z.string() }).parse(body).input))
}

/** The body of the only call that `work` makes. */
async function bodyOf(work: () => Promise<void>): Promise<unknown> {
  const bodies: string[] = []
  await aroundAwsCalls(async ({ body }) => {
    bodies.push(body)
    const headers = { 'content-type': 'application/x-amz-json-1.0' }
    return { response: { statusCode: 200, headers, body: Readable.from([Buffer.from('{}')]) } }
  }, work)
  return JSON.parse(bodies.join())
}
