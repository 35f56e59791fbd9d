import type { FunctionRow } from '../infra/function-row.ts'
import { functionVariables } from '../infra/function-variables.ts'
import { nowhere } from './local-aws.ts'

const surroundings = {
  tableName: 'the-table',
  queueUrl: () => nowhere,
  deadLetterQueueUrl: () => nowhere,
  machineArn: (machine: string) => `arn:${machine}`,
  functionName: (name: string) => `the-${name}`,
  kmsKeyId: 'the-key',
  seenPayoutWalletsPath: '/seen/',
  alarmTopicArn: 'arn:alarms',
  release: '1.2.3 1a2b3c4',
}

/** The environment of a function on Lambda: what Lambda sets for each, and what its row grants. */
export function lambdaVariables(name: string, row: FunctionRow): Record<string, string> {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_LAMBDA_FUNCTION_NAME: name,
    ...functionVariables(row, surroundings),
  }
}
