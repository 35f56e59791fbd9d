import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { KmsPurpose } from '../../../shared/kernel/operation/touches.ts'
import { keys } from '../../../shared/kernel/store/keys.ts'
import { tableSchema } from '../../../shared/kernel/store/schema.ts'
import { type FunctionRow, modeQueuesOf } from '../../function-row.ts'
import { appendOnly, guards } from './guarded-items.ts'
import type { Names } from './names.ts'

export type Granted = { names: Names; tableArn: string; keyArn: string }

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']
const changeActions = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']
/** Part of a transaction, but it only reads. */
const checkAction = 'dynamodb:ConditionCheckItem'

/** The statements of a function's role: exactly what its row names. */
export function roleStatements(
  { name, row }: { name: string; row: FunctionRow },
  granted: Granted,
): PolicyStatement[] {
  const itself = row.touches.invokesItself ? [granted.names.functionArn(name)] : []
  return [
    ...some('InvokeItself', ['lambda:InvokeFunction'], itself),
    ...tableStatements(row, granted),
    ...queueStatements(row, granted),
    ...machineStatements(row, granted),
    ...keyStatements(row, granted),
  ]
}

function tableStatements(row: FunctionRow, { tableArn }: Granted): PolicyStatement[] {
  const { table } = row.touches
  if (!table) return []
  const indexes = Object.keys(tableSchema.indexes).map((index) => `${tableArn}/index/${index}`)
  return [
    allow('ReadTable', readActions, [tableArn, ...indexes]),
    ...(table === 'write'
      ? [allow('WriteTable', [...changeActions, checkAction], [tableArn])]
      : []),
    ...(row.touches.notesSeen ? [noteSeen(tableArn)] : []),
    ...(row.touches.invokesItself && table === 'read' ? [noteWork(tableArn)] : []),
    ...guarded('Read', tableArn, {
      actions: [...readActions, checkAction],
      keys: guards.filter(({ mayRead }) => !mayRead(row)).flatMap(({ keys }) => keys),
    }),
    ...guarded('Write', tableArn, {
      actions: table === 'write' ? changeActions : [],
      keys: guards.filter(({ mayWrite }) => !mayWrite(row)).flatMap(({ keys }) => keys),
    }),
    ...guarded('Change', tableArn, {
      actions: table === 'write' ? ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'] : [],
      keys: [...appendOnly],
    }),
  ]
}

/** All that a function writes which only reads for the dashboard. */
function noteSeen(tableArn: string): PolicyStatement {
  const statement = allow('NoteSeen', ['dynamodb:PutItem'], [tableArn])
  const { pk } = keys.signInSeen('')
  statement.addCondition('ForAllValues:StringEquals', { 'dynamodb:LeadingKeys': [pk] })
  return statement
}

/** All that it writes besides, if it runs in the background. */
function noteWork(tableArn: string): PolicyStatement {
  const statement = allow('NoteWork', ['dynamodb:PutItem', 'dynamodb:UpdateItem'], [tableArn])
  const { pk } = keys.work('*')
  statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [pk] })
  return statement
}

/** A Deny overrides every Allow, so a guarded item stays inaccessible whatever else is granted. */
function guarded(
  verb: string,
  tableArn: string,
  { actions, keys }: { actions: string[]; keys: string[] },
): PolicyStatement[] {
  if (actions.length === 0 || keys.length === 0) return []
  const statement = new PolicyStatement({
    sid: `${verb}NoGuardedItem`,
    effect: Effect.DENY,
    actions,
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys } },
  })
  return [statement]
}

function queueStatements({ touches, trigger }: FunctionRow, { names }: Granted): PolicyStatement[] {
  const sends = touches.sends?.flatMap(modeQueuesOf) ?? []
  const redrives = touches.redrives?.flatMap(modeQueuesOf) ?? []
  const consumed = trigger.kind === 'queue' ? modeQueuesOf(trigger.queue) : []
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

function some(sid: string, actions: string[], resources: string[]): PolicyStatement[] {
  return resources.length > 0 ? [allow(sid, actions, resources)] : []
}

function allow(sid: string, actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ sid, actions, resources })
}
