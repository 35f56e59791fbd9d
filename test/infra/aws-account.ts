import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

/** A deployment in an account, as the APIs of AWS show it. */
export type AwsAccount = {
  url: string
  /** Those that exist, by Region and name. */
  stacks: Set<string>
  /** The outputs of those that have some, by Region and name. */
  outputs: Map<string, Record<string, string>>
  /** Why a stack can't be deleted. */
  undeletable: Map<string, string>
  /** By bucket: its tag and the versions of its files. */
  buckets: Map<string, { service: string; versions: string[] }>
  /** Those that exist, by name. */
  tables: Map<string, AccountTable>
  key: { id: string; deletedInDays?: number }
  /** An action of DynamoDB or KMS that the caller has no permission for, such as `UpdateTable`. */
  denied?: string
  /** What was changed, in order. */
  changes: string[]
}

export type AccountTable = {
  isProtected: boolean
  status?: string
  indexes?: readonly object[]
  ttlAttribute?: string
  hasRecovery?: boolean
}

const xml = (body: string) => `<?xml version="1.0"?>${body}`

/** CloudFormation, S3, DynamoDB and KMS on one port, with the wire protocols of AWS. */
export async function startAwsAccount(stacks: readonly string[]): Promise<AwsAccount> {
  const account: AwsAccount = {
    url: '',
    stacks: new Set(stacks),
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  account.url = `http://127.0.0.1:${port}`
  return account
}

type Response = { status: number; body: string }

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
  if (action === 'DeleteStack') {
    account.changes.push(`delete stack ${place}`)
    if (reason === undefined) account.stacks.delete(place)
    return result('')
  }
  if (action === 'DescribeStackEvents') {
    return result(`<StackEvents>${failureEvents(name, `${reason}`)}</StackEvents>`)
  }
  if (action === 'DescribeStackResources') return result(resources(account))
  if (!account.stacks.has(place)) {
    const message = `Stack with id ${name} does not exist`
    const error = `<Error><Code>ValidationError</Code><Message>${message}</Message></Error>`
    return { status: 400, body: xml(`<ErrorResponse>${error}</ErrorResponse>`) }
  }
  const status = reason === undefined ? 'CREATE_COMPLETE' : 'DELETE_FAILED'
  return result(
    `<Stacks><member><StackName>${name}</StackName><StackId>arn:stack/${name}</StackId><StackStatus>${status}</StackStatus>${outputsOf(account, place)}</member></Stacks>`,
  )
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

function resources({ key }: AwsAccount): string {
  const resource = (type: string, id: string) =>
    `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`
  return `<StackResources>${resource('AWS::KMS::Key', key.id)}${resource('AWS::DynamoDB::Table', 'quittance-foundation-Table1')}</StackResources>`
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
  if (!action.startsWith('Describe')) account.changes.push(`${action} ${TableName}`.trim())
  if (days !== undefined) {
    account.key.deletedInDays = days
    return json({})
  }
  if (!table) return json({ __type: 'ResourceNotFoundException', message: 'not found' }, 400)
  if (action === 'UpdateTable') table.isProtected = false
  if (action === 'DeleteTable' && table.isProtected) {
    return json({ __type: 'ValidationException', message: 'protected' }, 400)
  }
  if (action === 'DeleteTable') account.tables.delete(TableName)
  return json(descriptionOf(TableName, table))
}

/** As IAM words it. */
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
      ...{ TableName, TableStatus: status, TableSizeBytes: 2e9 },
      ...{ DeletionProtectionEnabled: isProtected, GlobalSecondaryIndexes: indexes },
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

function ofS3(account: AwsAccount, { method, url = '' }: IncomingMessage, body: string): Response {
  const { pathname, searchParams } = new URL(url, 'http://s3.test')
  const bucketName = pathname.split('/')[1] ?? ''
  const ok = (content = '') => ({ status: 200, body: content && xml(content) })
  if (bucketName === '') {
    const prefix = searchParams.get('prefix') ?? ''
    const names = [...account.buckets.keys()].filter((name) => name.startsWith(prefix))
    const listed = names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`).join('')
    return ok(`<ListAllMyBucketsResult><Buckets>${listed}</Buckets></ListAllMyBucketsResult>`)
  }
  const bucket = account.buckets.get(bucketName)
  if (!bucket) return { status: 404, body: xml('<Error><Code>NoSuchBucket</Code></Error>') }
  if (searchParams.has('tagging')) {
    return ok(
      `<Tagging><TagSet><Tag><Key>service</Key><Value>${bucket.service}</Value></Tag></TagSet></Tagging>`,
    )
  }
  if (searchParams.has('versions')) {
    const versions = bucket.versions.slice(0, 2).map(versionOf).join('')
    return ok(`<ListVersionsResult>${versions}</ListVersionsResult>`)
  }
  if (searchParams.has('delete')) {
    const deleted = [...body.matchAll(/<VersionId>(.+?)<\/VersionId>/g)].map(([, id]) => id)
    bucket.versions = bucket.versions.filter((id) => !deleted.includes(id))
    return ok('<DeleteResult></DeleteResult>')
  }
  if (method !== 'DELETE' || bucket.versions.length > 0) {
    return { status: 409, body: xml('<Error><Code>BucketNotEmpty</Code></Error>') }
  }
  account.buckets.delete(bucketName)
  account.changes.push(`delete bucket ${bucketName}`)
  return { status: 204, body: '' }
}

function versionOf(id: string): string {
  const element = id.startsWith('marker') ? 'DeleteMarker' : 'Version'
  return `<${element}><Key>checkout/index.html</Key><VersionId>${id}</VersionId></${element}>`
}
