import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { type ScanMessage, scanMessage } from '../../shared/contract/scan-message.ts'
import { checkSession } from '../../shared/use-cases/check-session.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { addFacts, withFacts } from '../log/facts.ts'

const deps = movingSessions()

/** Scans the sessions that somebody asked to look at. What failed stays on the queue and comes back. */
export const handler = workerHandler(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const outcomes = await Promise.all(
    Records.map((record) => withFacts({ messageId: record.messageId }, () => scan(record))),
  )
  return { batchItemFailures: outcomes.filter((failure) => failure !== undefined) }
})

async function scan({
  messageId,
  body,
}: SQSRecord): Promise<{ itemIdentifier: string } | undefined> {
  try {
    await lookAt(scanMessage.parse(JSON.parse(body)))
    return undefined
  } catch (error) {
    report('scan-addresses', error)
    return { itemIdentifier: messageId }
  }
}

async function lookAt(message: ScanMessage): Promise<void> {
  addFacts({ mode: message.mode, sessionId: message.sessionId })
  await checkSession(deps, message)
}
