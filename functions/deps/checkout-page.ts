import { SQSClient } from '@aws-sdk/client-sqs'
import { openTable } from '../../shared/store/table.ts'
import { enqueueScans } from '../../shared/use-cases/enqueue-scans.ts'
import type { PresentSessionDeps } from '../../shared/use-cases/present-session.ts'
import type { RequestScanDeps } from '../../shared/use-cases/request-scan.ts'
import { config } from '../config.ts'
import { offeredChains } from './offered-chains.ts'
import { settingsOf } from './settings-of.ts'

/** What the functions need that answer with a session as its page shows it. */
export function presentingSessions(): PresentSessionDeps {
  const table = openTable(config('TABLE_NAME'))
  return {
    table,
    now: () => new Date(),
    settings: settingsOf(table),
    enabledChains: offeredChains(),
  }
}

/** The same for those that have its address scanned, too. */
export function checkoutPage(): PresentSessionDeps & RequestScanDeps {
  const queue = { sqs: new SQSClient(), queueUrl: config('SCANS_QUEUE_URL') }
  return {
    ...presentingSessions(),
    sendScan: (message) => enqueueScans(queue, [message]),
  }
}
