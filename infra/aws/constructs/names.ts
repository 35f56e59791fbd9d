import { Aws } from 'aws-cdk-lib'
import type { Mode } from '../../../shared/kernel/mode.ts'
import type { MachineName } from '../../../shared/kernel/operation/touches.ts'
import type { ModeQueue } from '../../function-row.ts'

/** Names of the stacks without the prefix, in the order in which they are deployed. */
export const stackNames = [
  'foundation',
  'workers',
  'operator',
  'operator-payments',
  'api',
  'checkout',
  'callbacks',
  'dashboard',
  'pages',
] as const

/**
 * Names of the stacks' resources. They are fixed because a machine starts functions that start machines: fixed names
 * avoid circular references, and let the operator's terminal find its functions.
 */
export type Names = {
  /** The prefix of every name, such as `quittance`. */
  prefix: string
  functionName: (name: string) => string
  functionArn: (name: string) => string
  roleName: (name: string) => string
  roleArn: (name: string) => string
  queueName: (queue: ModeQueue) => string
  queueArn: (queue: ModeQueue) => string
  queueUrl: (queue: ModeQueue) => string
  deadLetterQueueName: (queue: ModeQueue) => string
  deadLetterQueueArn: (queue: ModeQueue) => string
  deadLetterQueueUrl: (queue: ModeQueue) => string
  machineName: (machine: MachineName) => string
  /** The rule that starts a function on schedule. Its metrics are found by its name. */
  scheduleName: (functionName: string, mode?: Mode) => string
  /** The rule that watches for changes, such as `KeyChanged`. */
  watchName: (id: string) => string
  machineArn: (machine: MachineName) => string
  /** The beginning of the ARN of a stack, such as `foundation`. */
  stackArn: (name: string) => string
  /** The beginnings of the ARNs of all stacks of the deployment in its Region. */
  stackArns: readonly string[]
  /** With the Region of the deployment, because these stacks are in another one. */
  iamEventsStack: (homeRegion: string) => string
  visitorLimitStack: (homeRegion: string) => string
  /** The beginning of the parameters' names, none of which may begin with `aws` or `ssm`. */
  seenPayoutWalletsPath: string
  seenPayoutWalletsArn: string
  alarmTopicName: string
  alarmTopicArn: string
  /** The name of a resource that is global to the account. */
  globalName: (name: string) => string
}

export function namesOf(prefix: string): Names {
  const named = (name: string) => `${prefix}-${name}`
  // Deployments in two Regions of one account must not collide.
  const globalName = (name: string) => `${named(name)}-${Aws.REGION}`
  const roleName = (name: string) => globalName(roleEnding(name))
  const seenPayoutWalletsPath = `/seen-payout-wallets/${prefix}/`
  const stackArn = (name: string) => arn('cloudformation', `stack/${named(name)}/`)
  const deadLetterQueueName = (queue: ModeQueue) => named(`${queue}-dead`)
  return {
    prefix,
    functionName: named,
    functionArn: (name) => arn('lambda', `function:${named(name)}`),
    roleName,
    roleArn: (name) => `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${roleName(name)}`,
    queueName: named,
    queueArn: (queue) => arn('sqs', named(queue)),
    queueUrl: (queue) => queueUrl(named(queue)),
    watchName: (id) => named(`watch-${id}`),
    deadLetterQueueName,
    deadLetterQueueArn: (queue) => arn('sqs', deadLetterQueueName(queue)),
    deadLetterQueueUrl: (queue) => queueUrl(deadLetterQueueName(queue)),
    machineName: named,
    scheduleName: (functionName, mode) =>
      named(mode ? scheduleEnding(functionName, mode) : functionName),
    machineArn: (machine) => arn('states', `stateMachine:${named(machine)}`),
    stackArn,
    stackArns: stackNames.map(stackArn),
    iamEventsStack: (homeRegion) => named(`iam-events-${homeRegion}`),
    visitorLimitStack: (homeRegion) => named(`visitor-limit-${homeRegion}`),
    seenPayoutWalletsPath,
    seenPayoutWalletsArn: arn('ssm', `parameter${seenPayoutWalletsPath}*`),
    alarmTopicName: named('alarms'),
    alarmTopicArn: arn('sns', named('alarms')),
    globalName,
  }
}

/** A role's name without the prefix. With prefix and Region, it has at most 64 characters. */
export function roleEnding(functionName: string): string {
  return functionName.replace(/^operator-/, 'op-')
}

export function scheduleEnding(functionName: string, mode: Mode): string {
  return `${functionName}-${mode}`
}

function queueUrl(name: string): string {
  return `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${name}`
}

function arn(service: string, resource: string): string {
  return `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`
}
