import { SQSClient } from '@aws-sdk/client-sqs'
import type { Config } from '../kernel/operation/config.ts'
import type { EnqueueScansDeps } from './enqueue-scans.ts'

export function scanQueue(config: Config): EnqueueScansDeps {
  const urls = { live: config('SCANS_LIVE_QUEUE_URL'), test: config('SCANS_TEST_QUEUE_URL') }
  return { sqs: new SQSClient(), queueUrl: (mode) => urls[mode] }
}
