import type { ScanMessage } from './scan-message.ts'
import { type QueueDeps, sendMessages } from './send-messages.ts'

export type EnqueueScansDeps = QueueDeps

/**
 * Queues scans. The chain is the message group, so that a standard queue serves quiet chains before one with a backlog.
 * Throws if the queue did not accept all of them: the caller retries, and scanning twice is harmless.
 */
export function enqueueScans(deps: QueueDeps, messages: readonly ScanMessage[]): Promise<void> {
  return sendMessages(deps, messages, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: String(message.chainId),
  }))
}
