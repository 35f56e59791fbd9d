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
  /** Why a stack can't be deleted. */
  undeletable: Map<string, string>
  /** By bucket: its tag and the versions of its files. */
  buckets: Map<string, { service: string; versions: string[] }>
  table: { name: string; isProtected: boolean } | undefined
  key: { id: string; deletedInDays?: number }
  /** What was changed, in order. */
  changes: string[]
}

const xml = (body: string) => `<?xml version="1.0"?>${body}`

/** CloudFormation, S3, DynamoDB and KMS on one port, with the wire protocols of AWS. */
export async function startAwsAccount(stacks: readonly string[]): Promise<AwsAccount> {
  const account: AwsAccount = {
    url: '',
    stacks: new Set(stacks),
    undeletable: new Map(),
    buckets: new Map(),
    table: { name: 'quittance-foundation-Table1', isProtected: true },
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
    return result(
      `<StackEvents><member><ResourceStatus>DELETE_FAILED</ResourceStatus><ResourceStatusReason>${reason}</ResourceStatusReason></member></StackEvents>`,
    )
  }
  if (action === 'DescribeStackResources') return result(resources(account))
  if (!account.stacks.has(place)) {
    const message = `Stack with id ${name} does not exist`
    const error = `<Error><Code>ValidationError</Code><Message>${message}</Message></Error>`
    return { status: 400, body: xml(`<ErrorResponse>${error}</ErrorResponse>`) }
  }
  const status = reason === undefined ? 'CREATE_COMPLETE' : 'DELETE_FAILED'
  return result(
    `<Stacks><member><StackName>${name}</StackName><StackId>arn:stack/${name}</StackId><StackStatus>${status}</StackStatus></member></Stacks>`,
  )
}

function resources({ table, key }: AwsAccount): string {
  const resource = (type: string, id: string) =>
    `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId></member>`
  return `<StackResources>${resource('AWS::KMS::Key', key.id)}${table ? resource('AWS::DynamoDB::Table', table.name) : ''}</StackResources>`
}

const asked = z.looseObject({ PendingWindowInDays: z.int().optional() })

function ofJson(account: AwsAccount, target: string, input: unknown): Response {
  const [, action = ''] = target.split('.')
  const { table, key } = account
  const json = (value: object, status = 200) => ({ status, body: JSON.stringify(value) })
  if (action !== 'DescribeTable') account.changes.push(action)
  if (action === 'UpdateTable' && table) table.isProtected = false
  if (action === 'DeleteTable' && table?.isProtected) {
    return json({ __type: 'ValidationException', message: 'protected' }, 400)
  }
  if (action === 'DeleteTable') account.table = undefined
  const { PendingWindowInDays: days } = asked.parse(input)
  if (days !== undefined) key.deletedInDays = days
  return json({ Table: { TableName: table?.name, TableStatus: 'ACTIVE', TableSizeBytes: 2e9 } })
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
