import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { askUnlessSlow } from '../../shared/chain/ask-unless-slow.ts'
import { checkSession } from '../../shared/checkout-sessions/check-session.ts'
import { scanMessage } from '../../shared/queue/scan-message.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'
import { workerHandler } from '../handlers/worker-handler.ts'
import { addFacts, withFacts } from '../log/facts.ts'

// Whoever shares the queue waits for the slowest scan, so a chain that hangs is given up soon, and then not asked for a
// while: the reconciler, which is more patient, checks its sessions every minute.
const { ask, isResting } = askUnlessSlow({
  patience: { silenceMs: 2000, totalMs: 8000 },
  restMs: 15_000,
  alsoWhenSlow: true,
  now: () => new Date(),
})
const deps = movingSessions({ ask })

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
  const failure = { itemIdentifier: messageId }
  try {
    const message = scanMessage.parse(JSON.parse(body))
    // Not even the table is asked: there may be thousands of them.
    if (isResting(message.chainId)) return failure
    addFacts({ mode: message.mode, sessionId: message.sessionId })
    await checkSession(deps, message)
    return undefined
  } catch (error) {
    report('scan-addresses', error)
    return failure
  }
}
