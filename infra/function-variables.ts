import type { InvokedName, MachineName } from '../shared/kernel/operation/touches.ts'
import { consumedQueues, type FunctionRow, type ModeQueue, modeQueuesOf } from './function-row.ts'
import { seenPayoutWalletActions } from './seen-payout-wallet-actions.ts'

export type Surroundings = {
  tableName: string
  queueUrl: (queue: ModeQueue) => string
  deadLetterQueueUrl: (queue: ModeQueue) => string
  machineArn: (machine: MachineName) => string
  functionName: (name: InvokedName) => string
  kmsKeyId: string
  seenPayoutWalletsPath: string
  /** On one machine, nobody is notified, and a file has the mails to the owner. */
  alarmTopicArn?: string
  ownerMailFile?: string
  /** The version that runs, such as `0.2.0 1a2b3c4`. */
  release: string
}

/** A function's variables, as `shared/kernel/operation/config.ts` reads them, only for what its row says it touches. */
export function functionVariables(
  { touches, trigger }: FunctionRow,
  around: Surroundings,
): Record<string, string> {
  const { table, sends = [], starts = [], invokes = [], encrypts = [], decrypts = [] } = touches
  const counted = touches.countsDeadLetters ?? []
  const consumed = trigger.kind === 'queue' ? consumedQueues(trigger) : []
  return {
    ...(table && { TABLE_NAME: around.tableName }),
    ...Object.fromEntries(
      [...sends.flatMap(modeQueuesOf), ...consumed].map((queue) => [
        variableName(queue, 'QUEUE_URL'),
        around.queueUrl(queue),
      ]),
    ),
    ...Object.fromEntries(
      counted
        .flatMap(modeQueuesOf)
        .map((queue) => [variableName(queue, 'DEAD_QUEUE_URL'), around.deadLetterQueueUrl(queue)]),
    ),
    ...((touches.readsAlarms || touches.mailsOwner) &&
      around.alarmTopicArn !== undefined && { ALARM_TOPIC_ARN: around.alarmTopicArn }),
    ...(touches.mailsOwner &&
      around.ownerMailFile !== undefined && { OWNER_MAIL_FILE: around.ownerMailFile }),
    ...(touches.knowsRelease && { RELEASE: around.release }),
    ...Object.fromEntries(
      starts.map((machine) => [variableName(machine, 'ARN'), around.machineArn(machine)]),
    ),
    ...Object.fromEntries(
      invokes.map((name) => [variableName(name, 'FUNCTION'), around.functionName(name)]),
    ),
    ...(encrypts.length + decrypts.length > 0 && { KMS_KEY_ID: around.kmsKeyId }),
    ...(seenPayoutWalletActions(touches).length > 0 && {
      SEEN_PAYOUT_WALLETS_PATH: around.seenPayoutWalletsPath,
    }),
  }
}

/** `webhook-deliveries-live` → `WEBHOOK_DELIVERIES_LIVE_QUEUE_URL`. */
function variableName(name: string, suffix: string): string {
  return `${name.replaceAll('-', '_').toUpperCase()}_${suffix}`
}
