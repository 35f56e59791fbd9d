import { randomBytes, randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { serve as createSession } from '../functions/api/create-checkout-session.ts'
import { serve as createLink } from '../functions/api/create-payment-link.ts'
import { keys } from '../shared/kernel/store/keys.ts'
import { type Figure, percentile } from './bench.ts'
import { merchantFunctions } from './merchant-functions.ts'
import { type RecordedCall, recordCalls } from './recorded-calls.ts'

const warmUps = 30
const rounds = 150

const shop = await merchantFunctions()
const dynamodb = new DynamoDBClient()
const body = { title: 'A bench', fiatAmount: '25.00' }
const link = await shop.call(createLink, { path: '/payment_links', body })

const post = () =>
  shop.call(createSession, {
    path: '/checkout_sessions',
    body: { linkId: link.id, metadata: { order: '6735' } },
    idempotencyKey: randomUUID(),
  })

const counter = keys.counter('test', 'derivation')
const bareCounter = { ...counter, pk: `${counter.pk}#bare` }

const ownIds = /cs_[0-9A-Z]{26}|0x[0-9a-fA-F]{40}|(?<=idempotency#)[0-9a-f]{64}/g

/** Replaces each id in the recorded calls with a new one of the same form, since writes must be new. */
function renewed(calls: readonly RecordedCall[]): RecordedCall[] {
  const fresh = new Map<string, string>()
  const renew = (old: string) => {
    const prefix = /^(cs_|0x)?/.exec(old)?.[0] ?? ''
    const random = randomBytes(old.length).toString('hex').slice(prefix.length, old.length)
    const other = fresh.get(old) ?? `${prefix}${random}`
    fresh.set(old, other)
    return other
  }
  return calls.map((call) => ({
    ...call,
    body: call.body.replace(ownIds, renew).replace(counter.pk, bareCounter.pk),
  }))
}

/** The bare calls count on their own, so that they don't take the service's next address, which it derives in advance. */
async function createBareCounter(): Promise<void> {
  const { client, name } = shop.table
  await client.send(
    new PutCommand({ TableName: name, Item: { ...bareCounter, next: 0, table: name } }),
  )
}

/** The calls of the service without it, in its order; those of one round trip run concurrently. */
async function bare(calls: readonly RecordedCall[]): Promise<void> {
  for (const group of Map.groupBy(calls, ({ roundTrip }) => roundTrip).values()) {
    await Promise.all(group.map(send))
  }
}

function send({ operation, body: text }: RecordedCall) {
  // With the recorded token, it would be a repetition of the recorded call.
  const { ClientRequestToken: _, ...input } = JSON.parse(text)
  switch (operation) {
    case 'GetItem':
      return dynamodb.send(new GetItemCommand(input))
    case 'BatchGetItem':
      return dynamodb.send(new BatchGetItemCommand(input))
    case 'UpdateItem':
      return dynamodb.send(new UpdateItemCommand(input))
    case 'TransactWriteItems':
      return dynamodb.send(new TransactWriteItemsCommand(input))
    default:
      throw new Error(`the bench does not know ${operation}`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

await shop.agreeOnPrice()
await post()
await createBareCounter()
const calls = await recordCalls(post)
const posts: number[] = []
const bares: number[] = []
for (let round = 0; round < warmUps + rounds; round++) {
  const calm = renewed(calls)
  const [ours, theirs] = [await timed(post), await timed(() => bare(calm))]
  if (round < warmUps) continue
  posts.push(ours)
  bares.push(theirs)
}
const ratio = percentile(posts, 50) / percentile(bares, 50)
const ms = (values: readonly number[]) => percentile(values, 50).toFixed(1)
const figures: Figure[] = [
  {
    what: 'POST /checkout_sessions, link, Idempotency-Key: p50 / bare calls',
    value: `${ratio.toFixed(2)} (${ms(posts)} ms / ${ms(bares)} ms)`,
    aim: 'at most 1.5',
  },
]
parentPort?.postMessage(figures)
