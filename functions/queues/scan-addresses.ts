import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { scanMessage } from '../../shared/contract/scan-message.ts'
import { lookAtClosedAddress } from '../../shared/use-cases/look-at-closed-addresses.ts'
import { scanSession } from '../../shared/use-cases/scan-session.ts'
import { report } from '../deps/log-error.ts'
import { movingSessions } from '../deps/moving-sessions.ts'

const deps = movingSessions()

/** Scans the sessions that somebody asked to look at. What failed stays on the queue and comes back. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const outcomes = await Promise.all(Records.map(scan))
  return { batchItemFailures: outcomes.filter((failure) => failure !== undefined) }
}

async function scan({
  messageId,
  body,
}: SQSRecord): Promise<{ itemIdentifier: string } | undefined> {
  try {
    const session = await scanSession(deps, scanMessage.parse(JSON.parse(body)))
    if (session?.closedAt) await lookAtClosedAddress(deps, session)
    return undefined
  } catch (error) {
    report('scan-addresses', error)
    return { itemIdentifier: messageId }
  }
}
