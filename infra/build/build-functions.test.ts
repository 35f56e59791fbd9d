import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { chooseAsset } from '../../shared/merchant/checkout/choose-asset.ts'
import { createCheckoutSession } from '../../shared/merchant/checkout/create-checkout-session.ts'
import { getCheckoutSession } from '../../shared/merchant/checkout/get-checkout-session.ts'
import { createQuote } from '../../shared/merchant/quotes/create-quote.ts'
import { openapi } from '../../shared/openapi/openapi.ts'
import { listening } from '../../test/send-fixture.ts'
import { operationRows } from '../operation-rows.ts'
import { bundleFunctions } from './build-functions.ts'
import { repositoryRoot } from './repository-root.ts'

/** Inside the repository, so that imports resolve to its packages. */
async function folderWith(sources: Record<string, string>) {
  const folder = await mkdtemp(join(repositoryRoot, 'node_modules/.bundle-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
  return {
    folder,
    entry: (name: string) => ({ entry: join(folder, name) }),
    out: join(folder, 'out'),
  }
}

const greeting = `
  import * as z from 'zod'
  import { readFile } from 'node:fs/promises'
  const event = z.object({ name: z.string() })
  export function serve() {
    return async (given: unknown) => 'hello ' + event.parse(given).name + typeof readFile
  }`

const describing = `
  import { openapi } from ${JSON.stringify(join(repositoryRoot, 'shared/openapi/openapi.ts'))}
  export const serve = () => async (baseUrl: string) => openapi({ baseUrl })`

const callingAll = `
  import { DescribeTableCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
  import { KMSClient, DecryptCommand } from '@aws-sdk/client-kms'
  import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
  import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs'
  export const serve = () => async (endpoint: string) => {
    const config = { endpoint, region: 'us-east-1' }
    const dynamodb = new DynamoDBClient(config)
    const responses = await Promise.all([
      dynamodb.send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } })),
      new KMSClient(config).send(new DecryptCommand({ CiphertextBlob: new Uint8Array([1]) })),
      new SFNClient(config).send(new StartExecutionCommand({ stateMachineArn: 'arn' })),
      new SQSClient(config).send(new SendMessageCommand({ QueueUrl: endpoint + '/1/q', MessageBody: 'a' })),
    ])
    const rejection = await dynamodb.send(new DescribeTableCommand({ TableName: 't' })).catch((error) => error.name)
    return [...responses.map(({ $metadata }) => $metadata.httpStatusCode), rejection]
  }`

/** A process with an environment of its own, as a function has one. */
const calling = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { handler } = require(workerData.bundle)
  handler(workerData.endpoint).then((responses) => parentPort.postMessage(responses))`

it('builds CommonJS that requires only Node', async () => {
  const { entry, out } = await folderWith({ 'greet.ts': greeting })
  const sizes = await bundleFunctions({ greet: entry('greet.ts') }, out)
  const bundle = join(out, 'greet/index.js')
  expect(sizes).toEqual({ greet: (await stat(bundle)).size })
  const text = await readFile(bundle, 'utf8')
  const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name ?? '')
  expect(required.filter((name) => !isBuiltin(name))).toEqual([])
  const { handler } = createRequire(import.meta.url)(bundle)
  expect(await handler({ name: 'Ada' })).toBe('hello Adafunction')
})

it('does not rewrite an unchanged bundle', async () => {
  const { entry, out } = await folderWith({ 'greet.ts': greeting })
  await bundleFunctions({ greet: entry('greet.ts') }, out)
  const first = await stat(join(out, 'greet/index.js'))
  await bundleFunctions({ greet: entry('greet.ts') }, out)
  expect((await stat(join(out, 'greet/index.js'))).ino).toBe(first.ino)
})

it('reports the first problem', async () => {
  const { entry, out } = await folderWith({ 'broken.ts': "export { serve } from './missing.ts'" })
  await expect(bundleFunctions({ broken: entry('broken.ts') }, out)).rejects.toThrow(
    /^The functions can't be bundled: .*broken\.ts:1: Could not resolve "\.\/missing\.ts"$/,
  )
})

it('keeps the API functions small, so that they start fast', async () => {
  const { out } = await folderWith({})
  const called = [createCheckoutSession, getCheckoutSession, createQuote, chooseAsset]
  const sizes = await bundleFunctions(operationRows(called), out)
  expect(sizes['create-checkout-session']).toBeLessThan(600_000)
  expect(sizes['get-checkout-session']).toBeLessThan(500_000)
  expect(sizes['create-quote']).toBeLessThan(500_000)
  // It decides earlier coins, by readings that two operators agree on.
  expect(sizes['choose-asset']).toBeLessThan(614_000)
})

it('describes the API without the generator of JSON Schema', async () => {
  const { entry, out } = await folderWith({ 'describe.ts': describing })
  const sizes = await bundleFunctions({ describe: entry('describe.ts') }, out)
  expect(sizes['describe']).toBeLessThan(500_000)
  const { handler } = createRequire(import.meta.url)(join(out, 'describe/index.js'))
  // Anything that a text could have to escape.
  const baseUrl = 'https://pay.example.com/$&"'
  expect(await handler(baseUrl)).toEqual(JSON.parse(JSON.stringify(openapi({ baseUrl }))))
})

const rejection = { __type: 'ResourceNotFoundException', message: 'none' }
/** The SQS client verifies this; the others ignore it. */
const accepted = { MD5OfMessageBody: createHash('md5').update('a').digest('hex') }

it('calls the services with clients without the parts that functions never use', async () => {
  const { entry, out } = await folderWith({ 'call.ts': callingAll })
  await bundleFunctions({ call: entry('call.ts') }, out)
  const server = createServer((request, response) => {
    const isRejected = String(request.headers['x-amz-target']).endsWith('DescribeTable')
    response.writeHead(isRejected ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(isRejected ? rejection : accepted))
  })
  const bundle = join(out, 'call/index.js')
  const env = { AWS_ACCESS_KEY_ID: 'bundled', AWS_SECRET_ACCESS_KEY: 'bundled' }
  const workerData = { bundle, endpoint: `http://127.0.0.1:${await listening(server)}` }
  const [responses] = await once(new Worker(calling, { eval: true, env, workerData }), 'message')
  expect(responses).toEqual([200, 200, 200, 200, 'ResourceNotFoundException'])
})
