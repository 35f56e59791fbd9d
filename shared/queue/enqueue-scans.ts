import type { ScanMessage } from './scan-message.ts'
import { type QueueDeps, sendMessages } from './send-messages.ts'

export type EnqueueScansDeps = QueueDeps

/**
 * Puts scans on their queue. Their chain is the message group: a standard queue then serves quiet chains before one whose
 * messages pile up. Throws where it took not all: whoever asked asks again, and scanning twice is harmless.
 */
export function enqueueScans(deps: QueueDeps, messages: readonly ScanMessage[]): Promise<void> {
  return sendMessages(deps, messages, (message) => ({
    MessageBody: JSON.stringify(message),
    MessageGroupId: String(message.chainId),
  }))
}
