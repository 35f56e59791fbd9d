import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { xml } from './aws-buckets.ts'
import { zipOf } from './zip-of.ts'

const account = '111122223333'
const region = 'eu-central-1'

export const roleArn = `arn:aws:iam::${account}:role/shop-role`
export const layerArn = `arn:aws:lambda:${region}:${account}:layer:tools:1`
export const machineArn = `arn:aws:states:${region}:${account}:stateMachine:shop-timer`

/** One of each kind that is compared, as the APIs of AWS show it. */
export type VerifiedAccount = {
  function: {
    files: Record<string, string>
    configuration: Record<string, unknown>
    sha256?: string
  }
  layer: Buffer
  machine: { definition: string; roleArn: string }
  edgeCode: string | undefined
  policies: Record<string, unknown>
  attached: string[]
  trust: unknown
  keyPolicy: unknown
  pages: Map<string, string>
}

/** Serves it with the wire protocols of AWS, and returns its URL. */
export async function startVerifiedAccount(deployed: VerifiedAccount): Promise<string> {
  let url = ''
  const server = createServer(async (request, response) => {
    const [status, body] = respond(deployed, { request, url, body: await text(request) })
    response.writeHead(status).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`
  return url
}

type Asked = { request: IncomingMessage; url: string; body: string }
type Given = [status: number, body: string | Buffer]

function respond(deployed: VerifiedAccount, asked: Asked): Given {
  const { request, body, url } = asked
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const page = deployed.pages.get(decodeURIComponent(pathname))
  if (page !== undefined) return [200, page]
  if (searchParams.has('Action')) return ofIam(deployed, searchParams)
  if (body.includes('Action=')) return ofCloudFormation(new URLSearchParams(body))
  if (pathname.startsWith('/2020-05-31/function/') && deployed.edgeCode !== undefined) {
    return [200, deployed.edgeCode]
  }
  return ofJson(deployed, asked, pathname) ?? [404, xml('<Error><Code>NoSuchKey</Code></Error>')]
}

function ofJson(deployed: VerifiedAccount, { request, url }: Asked, path: string) {
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1]
  const json = (value: object): Given => [200, JSON.stringify(value)]
  if (target === 'DescribeStateMachine') return json(deployed.machine)
  if (target === 'GetKeyPolicy') return json({ Policy: JSON.stringify(deployed.keyPolicy) })
  if (path.endsWith('/layers')) {
    return json({ Content: { CodeSha256: sha256Of(deployed.layer) } })
  }
  const zip = zipOf(deployed.function.files)
  if (path === '/code') return [200, zip] satisfies Given
  if (!path.startsWith('/2015-03-31/functions/')) return undefined
  const CodeSha256 = deployed.function.sha256 ?? sha256Of(zip)
  const Configuration = { ...deployed.function.configuration, CodeSha256 }
  return json({ Configuration, Code: { Location: `${url}/code` } })
}

function ofIam({ policies, attached, trust }: VerifiedAccount, asked: URLSearchParams): Given {
  const encoded = (document: unknown) => encodeURIComponent(JSON.stringify(document))
  const results: Readonly<Record<string, string>> = {
    GetRole: `<AssumeRolePolicyDocument>${encoded(trust)}</AssumeRolePolicyDocument>`,
    ListRolePolicies: Object.keys(policies)
      .map((name) => `<member>${name}</member>`)
      .join(''),
    ListAttachedRolePolicies: attached
      .map((arn) => `<member><PolicyName>p</PolicyName><PolicyArn>${arn}</PolicyArn></member>`)
      .join(''),
    GetRolePolicy: `<PolicyDocument>${encoded(policies[asked.get('PolicyName') ?? ''])}</PolicyDocument>`,
  }
  return [200, xml(`<Response>${results[asked.get('Action') ?? '']}</Response>`)]
}

const resources = {
  Sweep: ['AWS::Lambda::Function', 'shop-sweep'],
  Tools: ['AWS::Lambda::LayerVersion', layerArn],
  Role: ['AWS::IAM::Role', 'shop-role'],
  Log: ['AWS::Logs::LogGroup', '/aws/lambda/shop-sweep'],
  Timer: ['AWS::StepFunctions::StateMachine', machineArn],
  Edge: ['AWS::CloudFront::Function', 'arn:aws:cloudfront::1:function/shop-edge'],
  Key: ['AWS::KMS::Key', 'key-1'],
  Bucket: ['AWS::S3::Bucket', 'shop-pages'],
  Upload: ['Custom::CDKBucketDeployment', 'upload-1'],
}

function ofCloudFormation(asked: URLSearchParams): Given {
  const action = asked.get('Action') ?? ''
  const member = (inner: string) => `<member>${inner}</member>`
  const result =
    action === 'DescribeStacks'
      ? `<Stacks>${member(`<StackName>shop</StackName><StackId>arn:aws:cloudformation:${region}:${account}:stack/shop/1</StackId><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${member('<OutputKey>TableName</OutputKey><OutputValue>shop-table</OutputValue>')}</Outputs>`)}</Stacks>`
      : `<StackResourceSummaries>${Object.entries(resources)
          .map(([name, [type, id]]) =>
            member(
              `<LogicalResourceId>${name}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId><ResourceType>${type}</ResourceType>`,
            ),
          )
          .join('')}</StackResourceSummaries>`
  return [
    200,
    xml(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`),
  ]
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}
