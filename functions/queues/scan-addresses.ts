import type { SQSRecord } from 'aws-lambda'
import { askUnlessSlow } from '../../shared/chain/nodes/ask-unless-slow.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { addFacts, withFacts } from '../../shared/log/facts.ts'
import { report } from '../../shared/log/report.ts'
import {
  type CheckSessionDeps,
  checkSession,
} from '../../shared/merchant/checkout/check-session.ts'
import { scanServices } from '../../shared/merchant/checkout/scan-services.ts'
import { noteNotified } from '../../shared/merchant/notifiers/store/notifier-health.ts'
import { holdsNothing } from '../../shared/payments/ledger/holdings/holds-nothing.ts'
import { type ScanMessage, scanMessage } from '../../shared/queue/scan-message.ts'
import { queueFunction } from '../pipelines/pausing-functions.ts'

/** Scans the requested sessions. Failed messages stay on the queue and are retried. */
export function serve(config: Config) {
  // A batch waits for its slowest scan, so a chain that hangs is soon skipped for a while. The reconciler, which has
  // longer timeouts, checks its sessions every minute.
  const { ask, isCoolingDown } = askUnlessSlow({
    patience: { silenceMs: 2000, totalMs: 8000 },
    cooldownMs: 15_000,
    alsoWhenSlow: true,
    now: () => new Date(),
  })
  const services = { ...scanServices(config, processServices(config), { ask }), isCoolingDown }
  return queueFunction(services.table, async ({ Records }) => {
    const outcomes = await Promise.all(
      Records.map((record) =>
        withFacts({ messageId: record.messageId }, () => scan(services, record)),
      ),
    )
    return { batchItemFailures: outcomes.filter((failure) => failure !== undefined) }
  })
}

type Services = CheckSessionDeps & { isCoolingDown: (chainId: number) => boolean }

async function scan(
  services: Services,
  { messageId, body }: SQSRecord,
): Promise<{ itemIdentifier: string } | undefined> {
  const failure = { itemIdentifier: messageId }
  try {
    const message = scanMessage.parse(JSON.parse(body))
    // Returns before reading the table: there may be thousands of these messages.
    if (services.isCoolingDown(message.chainId)) return failure
    addFacts({ mode: message.mode, sessionId: message.sessionId })
    if (message.notified) await noteNotification(services, message, message.notified)
    if (message.isRoutine && (await holdsNothing(services, message))) return undefined
    await checkSession(services, message)
    return undefined
  } catch (error) {
    report('scan-addresses', error)
    return failure
  }
}

async function noteNotification(
  { table }: Pick<Services, 'table'>,
  { mode, sessionId, chainId }: ScanMessage,
  { by: notifier, at }: NonNullable<ScanMessage['notified']>,
): Promise<void> {
  await noteNotified(table, { mode, sessionId, chainId, notifier }, new Date(at))
}
