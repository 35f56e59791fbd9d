import type { FunctionRow, MachineName, QueueName } from './function-row.ts'

/** Names of everything that functions may be allowed to reach. */
export type Surroundings = {
  tableName: string
  queueUrl: (queue: QueueName) => string
  machineArn: (machine: MachineName) => string
  kmsKeyId: string
  /** Chain id → RPC URLs. */
  chainRpcUrls: Readonly<Record<number, readonly string[]>>
}

/** A function's variables, as `functions/config.ts` reads them: of what its row says it touches, and of nothing else. */
export function functionVariables(
  { touches }: FunctionRow,
  around: Surroundings,
): Record<string, string> {
  const { table, sends = [], starts = [], encrypts = [], decrypts = [], chains } = touches
  return {
    ...(table && { TABLE_NAME: around.tableName }),
    ...Object.fromEntries(
      sends.map((queue) => [variableName(queue, 'QUEUE_URL'), around.queueUrl(queue)]),
    ),
    ...Object.fromEntries(
      starts.map((machine) => [variableName(machine, 'ARN'), around.machineArn(machine)]),
    ),
    ...(encrypts.length + decrypts.length > 0 && { KMS_KEY_ID: around.kmsKeyId }),
    ...(chains && { CHAIN_RPC_URLS: JSON.stringify(around.chainRpcUrls) }),
  }
}

/** `webhook-deliveries` → `WEBHOOK_DELIVERIES_QUEUE_URL`. */
function variableName(name: string, suffix: string): string {
  return `${name.replaceAll('-', '_').toUpperCase()}_${suffix}`
}
