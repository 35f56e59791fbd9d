import { devNull } from 'node:os'
import type { FunctionRow, MachineName, QueueName } from '../../functions.ts'
import type { Credential } from '../credentials.ts'

/** Addresses of everything that functions may be allowed to reach. */
export type Surroundings = {
  tableName: string
  endpoints: { dynamodb: string; sqs: string; kms: string; sfn: string }
  queueUrl: (queue: QueueName) => string
  machineArn: (machine: MachineName) => string
  kmsKeyId: string
  /** Chain id → RPC URLs. */
  chainRpcUrls: Record<number, readonly string[]>
  policy: Record<string, string>
}

/** The environment of one function: what its row says it touches, and nothing else. */
export function functionEnvironment(
  name: string,
  row: FunctionRow,
  { surroundings, credential }: { surroundings: Surroundings; credential: Credential },
): Record<string, string> {
  return {
    ...runtimeVariables(name, row),
    AWS_ACCESS_KEY_ID: credential.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credential.secretAccessKey,
    ...surroundings.policy,
    ...touchedVariables(row, surroundings),
  }
}

function runtimeVariables(name: string, row: FunctionRow): Record<string, string> {
  return {
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(row.memoryMb),
    // Whatever AWS profile this machine has, functions never see it.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  }
}

function touchedVariables(
  { touches }: FunctionRow,
  { endpoints, ...around }: Surroundings,
): Record<string, string> {
  const { table, sends = [], starts = [], encrypts = [], decrypts = [], chains } = touches
  const usesKms = encrypts.length + decrypts.length > 0
  return {
    ...(table && {
      TABLE_NAME: around.tableName,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    }),
    ...(sends.length > 0 && { AWS_ENDPOINT_URL_SQS: endpoints.sqs }),
    ...Object.fromEntries(
      sends.map((queue) => [variableName(queue, 'QUEUE_URL'), around.queueUrl(queue)]),
    ),
    ...(starts.length > 0 && { AWS_ENDPOINT_URL_SFN: endpoints.sfn }),
    ...Object.fromEntries(
      starts.map((machine) => [variableName(machine, 'ARN'), around.machineArn(machine)]),
    ),
    ...(usesKms && { KMS_KEY_ID: around.kmsKeyId, AWS_ENDPOINT_URL_KMS: endpoints.kms }),
    ...(chains && { CHAIN_RPC_URLS: JSON.stringify(around.chainRpcUrls) }),
  }
}

/** `webhook-deliveries` → `WEBHOOK_DELIVERIES_QUEUE_URL`. */
function variableName(name: string, suffix: string): string {
  return `${name.replaceAll('-', '_').toUpperCase()}_${suffix}`
}
