import { Aws } from 'aws-cdk-lib'
import type { MachineName, QueueName } from '../../function-row.ts'

/**
 * What the stacks call each other's resources. Fixed, because a machine starts functions that start machines: known
 * names need no reference, so there is no circle to break and the operator's terminal finds its functions.
 */
export type Names = {
  /** Stands before every name, such as `quittance`. */
  prefix: string
  functionName: (name: string) => string
  functionArn: (name: string) => string
  roleName: (name: string) => string
  roleArn: (name: string) => string
  queueName: (queue: QueueName) => string
  queueArn: (queue: QueueName) => string
  queueUrl: (queue: QueueName) => string
  deadLetterQueueName: (queue: QueueName) => string
  deadLetterQueueArn: (queue: QueueName) => string
  machineName: (machine: MachineName) => string
  machineArn: (machine: MachineName) => string
  alarmTopicName: string
  alarmTopicArn: string
}

export function namesOf(prefix: string): Names {
  const named = (name: string) => `${prefix}-${name}`
  // Roles belong to the account, so those of two Regions must not collide.
  const roleName = (name: string) => `${named(name)}-${Aws.REGION}`
  const deadLetterQueueName = (queue: QueueName) => named(`${queue}-dead`)
  return {
    prefix,
    functionName: named,
    functionArn: (name) => arn('lambda', `function:${named(name)}`),
    roleName,
    roleArn: (name) => `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${roleName(name)}`,
    queueName: named,
    queueArn: (queue) => arn('sqs', named(queue)),
    queueUrl: (queue) =>
      `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${named(queue)}`,
    deadLetterQueueName,
    deadLetterQueueArn: (queue) => arn('sqs', deadLetterQueueName(queue)),
    machineName: named,
    machineArn: (machine) => arn('states', `stateMachine:${named(machine)}`),
    alarmTopicName: named('alarms'),
    alarmTopicArn: arn('sns', named('alarms')),
  }
}

function arn(service: string, resource: string): string {
  return `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`
}
