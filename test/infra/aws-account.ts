import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { listening } from '../send-fixture.ts'
import { ofS3, type Response, xml } from './aws-buckets.ts'

/** A deployment in an account, as the APIs of AWS show it. */
export type AwsAccount = {
  url: string
  /** Those that exist, by Region and name. */
  stacks: Set<string>
  /** Those that can't be deleted until their protection is lifted, the same. */
  protectedStacks: Set<string>
  /** Those that were deleted, the same: CloudFormation knows them by their ids for 90 days. */
  deleted: Set<string>
  /** The outputs of those that have some, by Region and name. */
  outputs: Map<string, Record<string, string>>
  /** Why a stack can't be deleted. */
  undeletable: Map<string, string>
  /** By bucket: its tag and the versions of its files. */
  buckets: Map<string, { service: string; versions: string[] }>
  /** Those that exist, by name. */
  tables: Map<string, AccountTable>
  /** That of the stack `quittance-foundation`. */
  key: { id: string; deletedInDays?: number }
  /** An action of DynamoDB or KMS that the caller has no permission for, such as `UpdateTable`. */
  denied?: string
  /** In order. */
  changes: string[]
}

export type AccountTable = {
  isProtected: boolean
  status?: string
  indexes?: readonly object[]
  ttlAttribute?: string
  hasRecovery?: boolean
  /** Attributes of its live settings that a deployment reads; none if there are no settings yet. */
  settings?: object
}

/** CloudFormation, S3, DynamoDB and KMS on one port, with the wire protocols of AWS. */
export async function startAwsAccount(stacks: readonly string[]): Promise<AwsAccount> {
  const account: AwsAccount = {
    url: '',
    stacks: new Set(stacks),
    protectedStacks: new Set(stacks.filter((place) => /-(foundation|pages)$/.test(place))),
    deleted: new Set(),
    outputs: new Map(),
    undeletable: new Map(),
    buckets: new Map(),
    tables: new Map([['quittance-foundation-Table1', { isProtected: true }]]),
    key: { id: 'key-1' },
    changes: [],
  }
  const server = createServer(async (request, response) => {
    const { status, body } = respond(account, request, await text(request))
    response.writeHead(status).end(body)
  })
  account.url = `http://127.0.0.1:${await listening(server)}`
  return account
}

function respond(account: AwsAccount, request: IncomingMessage, body: string): Response {
  const target = request.headers['x-amz-target']
  if (typeof target === 'string') return ofJson(account, target, JSON.parse(body || '{}'))
  const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1]
  const form = new URLSearchParams(body)
  if (form.has('Action')) return ofCloudFormation(account, `${region}`, form)
  return ofS3(account, request, body)
}

function ofCloudFormation(account: AwsAccount, region: string, form: URLSearchParams): Response {
  const action = form.get('Action') ?? ''
  const name = (form.get('StackName') ?? '').replace(/^arn:stack\//, '')
  const place = `${region} ${name}`
  const result = (inner: string) => ({
    status: 200,
    body: xml(`<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`),
  })
  const reason = account.undeletable.get(place)
  if (action === 'UpdateTerminationProtection' || action === 'DeleteStack') {
    return changed(account, action, place) ?? result('')
  }
  if (action === 'ListStacks') return result(deletedIn(account, region))
  if (action === 'DescribeStackEvents') {
    return result(`<StackEvents>${failureEvents(name, `${reason}`)}</StackEvents>`)
  }
  if (action === 'DescribeStackResources') return result(resources(account, name))
  if (name === '') return result(`<Stacks>${stacksIn(account, region)}</Stacks>`)
  if (!account.stacks.has(place)) return invalid(`Stack with id ${name} does not exist`)
  const status = reason === undefined ? 'CREATE_COMPLETE' : 'DELETE_FAILED'
  return result(`<Stacks>${stackMember(account, place, status)}</Stacks>`)
}

/** Undefined if it was accepted, which says nothing of whether a deletion succeeds. */
function changed(account: AwsAccount, action: string, place: string): Response | undefined {
  const { protectedStacks, undeletable, stacks, deleted } = account
  if (action === 'UpdateTerminationProtection') {
    protectedStacks.delete(place)
    return undefined
  }
  const [, name] = place.split(' ')
  if (protectedStacks.has(place)) {
    return invalid(`Stack [${name}] cannot be deleted while TerminationProtection is enabled`)
  }
  account.changes.push(`delete stack ${place}`)
  if (!undeletable.has(place) && stacks.delete(place)) deleted.add(place)
  return undefined
}

function invalid(message: string): Response {
  const error = `<Error><Code>ValidationError</Code><Message>${message}</Message></Error>`
  return { status: 400, body: xml(`<ErrorResponse>${error}</ErrorResponse>`) }
}

function stackMember(account: AwsAccount, place: string, status: string): string {
  const [, name] = place.split(' ')
  return `<member><StackName>${name}</StackName><StackId>arn:stack/${name}</StackId><StackStatus>${status}</StackStatus>${outputsOf(account, place)}</member>`
}

function stacksIn(account: AwsAccount, region: string): string {
  const places = [...account.stacks].filter((place) => place.startsWith(`${region} `))
  return places.map((place) => stackMember(account, place, 'CREATE_COMPLETE')).join('')
}

function deletedIn({ deleted }: AwsAccount, region: string): string {
  const members = [...deleted].flatMap((place, index) => {
    const [of, name] = place.split(' ')
    const at = new Date(index).toISOString()
    return of === region
      ? `<member><StackName>${name}</StackName><StackId>arn:stack/${name}</StackId><DeletionTime>${at}</DeletionTime><StackStatus>DELETE_COMPLETE</StackStatus></member>`
      : []
  })
  return `<StackSummaries>${members.join('')}</StackSummaries>`
}

/** The newest first, as AWS has them: that of the stack itself names only which resources failed. */
function failureEvents(stackName: string, reason: string): string {
  const event = (type: string, text: string) =>
    `<member><ResourceType>${type}</ResourceType><ResourceStatus>DELETE_FAILED</ResourceStatus><ResourceStatusReason>${text}</ResourceStatusReason></member>`
  return (
    event('AWS::CloudFormation::Stack', 'The following resource(s) failed to delete: [Role1]. ') +
    event('AWS::IAM::Role', reason) +
    `<member><ResourceType>AWS::CloudFormation::Stack</ResourceType><ResourceStatus>DELETE_IN_PROGRESS</ResourceStatus><LogicalResourceId>${stackName}</LogicalResourceId></member>`
  )
}

function outputsOf({ outputs }: AwsAccount, place: string): string {
  const members = Object.entries(outputs.get(place) ?? {}).map(
    ([key, value]) =>
      `<member><Description>an output</Description><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  return `<Outputs>${members.join('')}</Outputs>`
}

function resources({ key }: AwsAccount, stack: string): string {
  const keyId = stack === 'quittance-foundation' ? key.id : `key of ${stack}`
  const resource = (type: string, id: string) =>
    `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`
  return `<StackResources>${resource('AWS::KMS::Key', keyId)}${resource('AWS::DynamoDB::Table', `${stack}-Table1`)}</StackResources>`
}

const asked = z.looseObject({
  TableName: z.string().optional(),
  PendingWindowInDays: z.int().optional(),
})

function ofJson(account: AwsAccount, target: string, input: unknown): Response {
  const [, action = ''] = target.split('.')
  const { TableName = '', PendingWindowInDays: days } = asked.parse(input)
  const table = account.tables.get(TableName)
  const json = (value: object, status = 200) => ({ status, body: JSON.stringify(value) })
  if (action === account.denied) {
    return json({ __type: 'AccessDeniedException', message: deniedMessage(target) }, 400)
  }
  if (!/^(?:Describe|Get)/.test(action)) account.changes.push(`${action} ${TableName}`.trim())
  if (days !== undefined) {
    account.key.deletedInDays = days
    return json({})
  }
  if (action === 'DescribeKey') {
    const KeyState = account.key.deletedInDays === undefined ? 'Enabled' : 'PendingDeletion'
    return json({ KeyMetadata: { KeyId: account.key.id, KeyState } })
  }
  if (!table) return json({ __type: 'ResourceNotFoundException', message: 'not found' }, 400)
  if (action === 'UpdateTable') table.isProtected = false
  if (action === 'DeleteTable' && table.isProtected) {
    return json({ __type: 'ValidationException', message: 'protected' }, 400)
  }
  if (action === 'DeleteTable') account.tables.delete(TableName)
  if (action === 'GetItem') return json({ Item: table.settings })
  return json(descriptionOf(TableName, table))
}

/** IAM's wording. */
function deniedMessage(target: string): string {
  const [service = '', name] = target.split('.')
  const action = `${service.startsWith('DynamoDB') ? 'dynamodb' : 'kms'}:${name}`
  return `User: arn:aws:sts::111122223333:assumed-role/deploy/ci is not authorized to perform: ${action} on resource: arn:aws:x because no identity-based policy allows the ${action} action`
}

/** The responses to all calls that describe a table in one: each client reads its part. */
function descriptionOf(TableName: string, table: AccountTable) {
  const { isProtected, status = 'ACTIVE', indexes, ttlAttribute, hasRecovery } = table
  const recovery = { PointInTimeRecoveryStatus: hasRecovery ? 'ENABLED' : 'DISABLED' }
  return {
    Table: {
      TableName,
      TableStatus: status,
      TableSizeBytes: 2e9,
      DeletionProtectionEnabled: isProtected,
      GlobalSecondaryIndexes: indexes,
    },
    TimeToLiveDescription: ttlAttribute
      ? { TimeToLiveStatus: 'ENABLED', AttributeName: ttlAttribute }
      : { TimeToLiveStatus: 'DISABLED' },
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: recovery,
    },
  }
}
