import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import { modeQueues } from '../infra/function-row.ts'
import { startSqs } from '../infra/local/aws/sqs/start-sqs.ts'
import { testCaller } from '../infra/local/aws/test-data-dir.ts'
import { setSdkVariables } from './config.ts'

/** The service's queues, empty, until the test ends. `variables` point the functions to them. */
export async function testQueues() {
  const { stop, ...queues } = await startTestQueues()
  onTestFinished(stop)
  return queues
}

/** For a file of tests, which has to stop them. */
export async function startTestQueues() {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-'))
  const service = await startSqs({ dataDir, port: 0, queues: modeQueues })
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url })
  const sdkVariables = { AWS_ENDPOINT_URL_SQS: service.url }
  setSdkVariables(sdkVariables)
  const queueUrl = service.queueUrl('webhook-deliveries-test')
  const scansUrl = service.queueUrl('scans-test')
  return {
    sqs,
    queueUrl,
    scansUrl,
    stop: async () => {
      sqs.destroy()
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    deadLetterUrl: service.queueUrl('webhook-deliveries-test-dead'),
    variables: {
      ...sdkVariables,
      SCANS_LIVE_QUEUE_URL: service.queueUrl('scans-live'),
      SCANS_TEST_QUEUE_URL: scansUrl,
      WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: service.queueUrl('webhook-deliveries-live'),
      WEBHOOK_DELIVERIES_TEST_QUEUE_URL: queueUrl,
      WEBHOOK_DELIVERIES_LIVE_DEAD_QUEUE_URL: service.queueUrl('webhook-deliveries-live-dead'),
      WEBHOOK_DELIVERIES_TEST_DEAD_QUEUE_URL: service.queueUrl('webhook-deliveries-test-dead'),
    },
  }
}
