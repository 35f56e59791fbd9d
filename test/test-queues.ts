import { SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import { queues } from '../infra/function-row.ts'
import { startSqs } from '../infra/local/aws/sqs/start-sqs.ts'
import { testCaller, testDataDir } from '../infra/local/aws/test-data-dir.ts'

/** The service's queues, empty, that go away with the test; `variables` lead the functions to them. */
export async function testQueues() {
  const service = await startSqs({ dataDir: await testDataDir(), port: 0, queues })
  const sqs = new SQSClient({ ...testCaller, endpoint: service.url })
  onTestFinished(async () => {
    sqs.destroy()
    await service.close()
  })
  const queueUrl = service.queueUrl('webhook-deliveries')
  return {
    sqs,
    queueUrl,
    deadLetterUrl: service.queueUrl('webhook-deliveries-dead'),
    variables: {
      AWS_ENDPOINT_URL_SQS: service.url,
      WEBHOOK_DELIVERIES_QUEUE_URL: queueUrl,
    },
  }
}
