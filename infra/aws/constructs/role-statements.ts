import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { KmsPurpose } from '../../../shared/kernel/operation/touches.ts'
import { tableSchema } from '../../../shared/kernel/store/schema.ts'
import { consumedQueues, type FunctionRow, modeQueuesOf } from '../../function-row.ts'
import { seenPayoutWalletActions } from '../../seen-payout-wallet-actions.ts'
import { tableRights } from '../../table-rights.ts'
import type { Names } from './names.ts'

export type Granted = { names: Names; tableArn: string; keyArn: string }

/** The statements of a function's role: exactly what its row names. */
export function roleStatements(
  { name, row }: { name: string; row: FunctionRow },
  granted: Granted,
): PolicyStatement[] {
  const { functionArn } = granted.names
  const itself = row.touches.invokesItself ? [functionArn(name)] : []
  const others = row.touches.invokes?.map(functionArn) ?? []
  return [
    ...some('InvokeItself', ['lambda:InvokeFunction'], itself),
    ...some('Invoke', ['lambda:InvokeFunction'], others),
    // The action has no resources.
    ...some('ReadQuota', ['lambda:GetAccountSettings'], row.touches.readsQuota ? ['*'] : []),
    ...some(
      'ReadAlarmAddresses',
      ['sns:ListSubscriptionsByTopic'],
      row.touches.readsAlarms ? [granted.names.alarmTopicArn] : [],
    ),
    ...some(
      'MailOwner',
      ['sns:Publish'],
      row.touches.mailsOwner ? [granted.names.alarmTopicArn] : [],
    ),
    ...tableStatements(row, granted),
    ...queueStatements(row, granted),
    ...machineStatements(row, granted),
    ...keyStatements(row, granted),
    ...parameterStatements(row, granted),
  ]
}

function tableStatements(row: FunctionRow, { tableArn }: Granted): PolicyStatement[] {
  const { allowed, denied } = tableRights(row)
  const indexes = Object.keys(tableSchema.indexes).map((index) => `${tableArn}/index/${index}`)
  return [
    ...allowed.map(({ sid, actions, keys, without }) => {
      const readable = sid === 'ReadTable' ? indexes : []
      const statement = allow(sid, [...actions], [tableArn, ...readable])
      if (keys) statement.addCondition('ForAllValues:StringLike', leading(keys))
      if (without) {
        statement.addCondition('ForAllValues:StringNotEquals', { 'dynamodb:Attributes': without })
      }
      return statement
    }),
    // A Deny overrides every Allow, so a guarded item stays inaccessible whatever else is granted.
    ...denied.map(
      ({ sid, actions, keys }) =>
        new PolicyStatement({
          sid,
          effect: Effect.DENY,
          actions: [...actions],
          resources: [tableArn],
          conditions: { 'ForAnyValue:StringLike': leading(keys) },
        }),
    ),
  ]
}

function leading(keys: readonly string[]): Record<string, readonly string[]> {
  return { 'dynamodb:LeadingKeys': keys }
}

function queueStatements({ touches, trigger }: FunctionRow, { names }: Granted): PolicyStatement[] {
  const sends = touches.sends?.flatMap(modeQueuesOf) ?? []
  const redrives = touches.redrives?.flatMap(modeQueuesOf) ?? []
  const counted = touches.countsDeadLetters?.flatMap(modeQueuesOf) ?? []
  const consumed = trigger.kind === 'queue' ? consumedQueues(trigger) : []
  return [
    ...some('Send', ['sqs:SendMessage'], sends.map(names.queueArn)),
    ...some(
      'Consume',
      [
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:ChangeMessageVisibility',
        'sqs:GetQueueAttributes',
      ],
      consumed.map(names.queueArn),
    ),
    ...some('CountDeadLetters', ['sqs:GetQueueAttributes'], counted.map(names.deadLetterQueueArn)),
    ...some('FindDeadLetters', ['sqs:GetQueueAttributes'], redrives.map(names.queueArn)),
    ...some(
      'MoveDeadLetters',
      [
        'sqs:StartMessageMoveTask',
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
      ],
      redrives.map(names.deadLetterQueueArn),
    ),
  ]
}

function machineStatements({ touches }: FunctionRow, { names }: Granted): PolicyStatement[] {
  return some('Start', ['states:StartExecution'], (touches.starts ?? []).map(names.machineArn))
}

function keyStatements({ touches }: FunctionRow, { keyArn }: Granted): PolicyStatement[] {
  const { encrypts = [], decrypts = [] } = touches
  return [
    ...forPurposes('Encrypt', 'kms:GenerateDataKey', encrypts),
    ...forPurposes('Decrypt', 'kms:Decrypt', decrypts),
  ]

  function forPurposes(sid: string, action: string, purposes: readonly KmsPurpose[]) {
    const statements = some(sid, [action], purposes.length > 0 ? [keyArn] : [])
    for (const statement of statements) {
      statement.addCondition('StringEquals', { 'kms:EncryptionContext:purpose': [...purposes] })
    }
    return statements
  }
}

function parameterStatements({ touches }: FunctionRow, { names }: Granted): PolicyStatement[] {
  const actions = [...seenPayoutWalletActions(touches)]
  const resources = actions.length > 0 ? [names.seenPayoutWalletsArn] : []
  return some('SeenPayoutWallets', actions, resources)
}

function some(sid: string, actions: string[], resources: string[]): PolicyStatement[] {
  return resources.length > 0 ? [allow(sid, actions, resources)] : []
}

function allow(sid: string, actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ sid, actions, resources })
}
