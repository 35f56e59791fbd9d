import { once } from 'node:events'
import { request } from 'node:http'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, it, onTestFinished } from 'vitest'
import { startDynamodb } from './dynamodb/start-dynamodb.ts'
import { startSqs } from './sqs/start-sqs.ts'
import { testCaller, testDataDir } from './test-data-dir.ts'

const stranger = { ...testCaller, credentials: { accessKeyId: 'AKIA0', secretAccessKey: 'other' } }
const accessKeyIds = new Set([testCaller.credentials.accessKeyId])

/** The status that a call gets which names another host, as a web page's does whose name leads here. */
async function statusFrom(host: string, url: string, target: string): Promise<number | undefined> {
  const authorization = `AWS4-HMAC-SHA256 Credential=${[...accessKeyIds].join()}/20260301/r/s/aws4_request`
  const headers = { host, authorization, 'x-amz-target': target }
  const call = request(url, { method: 'POST', headers }).end('{}')
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

it('tables are only served to the instance’s own programs, under this machine’s names', async () => {
  const service = await startDynamodb({ dataDir: await testDataDir(), port: 0, accessKeyIds })
  onTestFinished(service.close)
  const list = (caller: typeof stranger) =>
    new DynamoDBClient({ ...caller, endpoint: service.url }).send(new ListTablesCommand())
  expect(await list(testCaller)).toMatchObject({ TableNames: [] })
  await expect(list(stranger)).rejects.toMatchObject({ name: 'UnrecognizedClientException' })
  const target = 'DynamoDB_20120810.ListTables'
  expect(await statusFrom('shop.example', service.url, target)).toBe(403)
  expect(await statusFrom('localhost:8000', service.url, target)).toBe(200)
})

it('and so are queues', async () => {
  const queues = { jobs: { visibilitySeconds: 60, maxReceiveCount: 2 } }
  const service = await startSqs({ dataDir: await testDataDir(), port: 0, queues, accessKeyIds })
  onTestFinished(service.close)
  const QueueUrl = service.queueUrl('jobs')
  const read = (caller: typeof stranger) =>
    new SQSClient({ ...caller, endpoint: service.url }).send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] }),
    )
  expect(await read(testCaller)).toMatchObject({ Attributes: { VisibilityTimeout: '60' } })
  await expect(read(stranger)).rejects.toThrow()
  expect(await statusFrom('shop.example', service.url, 'AmazonSQS.ListQueues')).toBe(403)
  // Its content type isn't one of SQS.
  expect(await statusFrom('127.0.0.1', service.url, 'AmazonSQS.ListQueues')).toBe(400)
})
