import { devNull } from 'node:os'
import type { FunctionRow } from '../../function-row.ts'
import { functionVariables, type Surroundings as ResourceNames } from '../../function-variables.ts'
import { seenPayoutWalletActions } from '../../seen-payout-wallet-actions.ts'
import type { Credential } from '../credentials.ts'

/** Names of everything that functions can be granted access to, and the endpoints of the local services. */
export type Surroundings = ResourceNames & {
  endpoints: Record<'dynamodb' | 'sqs' | 'kms' | 'ssm' | 'sfn' | 'lambda', string>
  policy: Record<string, string>
}

/** The environment of one function: exactly what its row says it touches. */
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
    ...functionVariables(row, surroundings),
    ...grantedEndpoints(row, surroundings.endpoints),
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
    // Functions never use this machine's AWS profile.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    NODES_ALLOW_LOOPBACK: 'on',
  }
}

function grantedEndpoints(
  { touches }: FunctionRow,
  { dynamodb, sqs, kms, ssm, sfn, lambda }: Surroundings['endpoints'],
): Record<string, string> {
  const { table, sends = [], starts = [], encrypts = [], decrypts = [] } = touches
  const isInvoking = touches.invokesItself || touches.invokes
  const queues = [...sends, ...(touches.countsDeadLetters ?? [])]
  return {
    ...(table && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb }),
    ...(queues.length > 0 && { AWS_ENDPOINT_URL_SQS: sqs }),
    ...(starts.length > 0 && { AWS_ENDPOINT_URL_SFN: sfn }),
    ...(isInvoking && { AWS_ENDPOINT_URL_LAMBDA: lambda }),
    ...(encrypts.length + decrypts.length > 0 && { AWS_ENDPOINT_URL_KMS: kms }),
    ...(seenPayoutWalletActions(touches).length > 0 && { AWS_ENDPOINT_URL_SSM: ssm }),
  }
}
