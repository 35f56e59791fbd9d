import { SQSClient } from '@aws-sdk/client-sqs'
import { openTable } from '../../shared/store/table.ts'
import { enqueueScans } from '../../shared/use-cases/enqueue-scans.ts'
import type { PresentSessionDeps } from '../../shared/use-cases/present-session.ts'
import type { RequestScanDeps } from '../../shared/use-cases/request-scan.ts'
import { config } from '../config.ts'
import { settingsOf } from './settings-of.ts'

/** What the functions need that show a session on its page. */
export function checkoutPage(): PresentSessionDeps & RequestScanDeps {
  const table = openTable(config('TABLE_NAME'))
  const queue = { sqs: new SQSClient(), queueUrl: config('SCANS_QUEUE_URL') }
  return {
    table,
    now: () => new Date(),
    settings: settingsOf(table),
    sendScan: (message) => enqueueScans(queue, [message]),
  }
}
