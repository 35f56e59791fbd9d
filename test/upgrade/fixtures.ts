import { Readable } from 'node:stream'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { timersOf } from '../../functions/services/start-timer.ts'
import { machineArn } from '../../infra/local/aws/step-functions/arns.ts'
import type { Write } from '../../shared/kernel/store/transact.ts'
import { enqueueDeliveries } from '../../shared/queue/enqueue-deliveries.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import type { ScanMessage } from '../../shared/queue/scan-message.ts'
import { aroundAwsCalls } from '../aws-calls.ts'
import { later } from '../factories.ts'
import { rows } from './fixture-rows.ts'
import { delivery, ofSession } from './fixture-values.ts'

export type Fixtures = {
  items: Record<string, Record<string, unknown>[]>
  /** Bodies on the queues. */
  messages: Record<string, unknown>
  /** Inputs of executions. */
  executions: Record<string, unknown>
}

/** What this version stores, queues and starts: the same at every run. Needs a Region and credentials, of any kind. */
export async function currentFixtures(): Promise<Fixtures> {
  const items = Object.entries(rows).map(([name, { creation }]) => [name, creation.map(itemOf)])
  return {
    items: Object.fromEntries(items),
    messages: {
      'webhook-deliveries': await sent((sqs) => enqueueDeliveries(sqs, [delivery])),
      scans: await sent((sqs) => enqueueScans(sqs, [scan])),
    },
    executions: {
      'session-timer': await started(0),
      'a later lap': await started(1),
    },
  }
}

const scan: ScanMessage = {
  ...{ ...ofSession, chainId: 31337, txHashes: ['0x01'] },
  ...{ isRoutine: true, notified: { by: 'alchemy', at: later(5).toISOString() } },
}

/** The item that a write creates. */
function itemOf(write: Write): Record<string, unknown> {
  if ('Put' in write) return { ...write.Put.Item }
  if (!('Update' in write)) throw new Error('a row begins with a put or an update')
  const { Key, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = write.Update
  const values = Object.entries(ExpressionAttributeNames).flatMap(([alias, name]) => {
    const value: unknown = ExpressionAttributeValues[alias.replace('#', ':')]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Key, ...Object.fromEntries(values) }
}

const batch = z.object({ Entries: z.tuple([z.object({ MessageBody: z.string() })]) })

type Queues = { sqs: SQSClient; queueUrl: () => string }

async function sent(send: (queues: Queues) => Promise<void>): Promise<unknown> {
  const sqs = new SQSClient({ md5: false, useQueueUrlAsEndpoint: false })
  const body = await bodyOf(() => send({ sqs, queueUrl: () => 'https://queue.example/1' }))
  return JSON.parse(batch.parse(body).Entries[0].MessageBody)
}

async function started(lap: number): Promise<unknown> {
  const start = timersOf(machineArn('session-timer'))
  const body = await bodyOf(() => start(ofSession, { at: later(300), lap }))
  return JSON.parse(z.object({ input: z.string() }).parse(body).input)
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
