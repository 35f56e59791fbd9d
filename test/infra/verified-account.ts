import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '../send-fixture.ts'
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
    /** Its code signing config, and what that does with other code. */
    signing: { arn: string | undefined; policy: 'Enforce' | 'Warn' }
  }
  layer: Buffer
  machine: { definition: string; roleArn: string }
  edgeCode: string | undefined
  policies: Record<string, unknown>
  attached: string[]
  trust: unknown
  keyPolicy: unknown
  pages: Map<string, string>
  /** By logical id. */
  resources: Record<string, DeployedResource>
  /** The template that CloudFormation applied. */
  template: { Resources: Record<string, object> & { Alarm: object } }
  serialize: (template: object) => string
  /** Those beside it, and the deployment that their tag names. */
  otherStacks: { name: string; service: string; status: string }[]
}

export type DeployedResource = [type: string, id: string, status?: string]

/** Serves it with the wire protocols of AWS, and returns its URL. */
export async function startVerifiedAccount(deployed: VerifiedAccount): Promise<string> {
  let url = ''
  const server = createServer(async (request, response) => {
    const [status, body] = respond(deployed, { request, url, body: await text(request) })
    response.writeHead(status).end(body)
  })
  url = `http://127.0.0.1:${await listening(server)}`
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
  if (body.includes('Action=')) {
    return ofCloudFormation(deployed, new URLSearchParams(body))
  }
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
  const { signing } = deployed.function
  if (path.endsWith('/code-signing-config')) return json({ CodeSigningConfigArn: signing.arn })
  if (path.startsWith('/2020-04-22/code-signing-configs/')) {
    const CodeSigningPolicies = { UntrustedArtifactOnDeployment: signing.policy }
    return json({ CodeSigningConfig: { CodeSigningConfigArn: signing.arn, CodeSigningPolicies } })
  }
  if (!path.startsWith('/2015-03-31/functions/')) return undefined
  const CodeSha256 = deployed.function.sha256 ?? sha256Of(zip)
  const Configuration = { ...deployed.function.configuration, CodeSha256 }
  return json({ Configuration, Code: { Location: `${url}/code` } })
}

function ofIam({ policies, attached, trust }: VerifiedAccount, asked: URLSearchParams): Given {
  const encoded = (document: unknown) => encodeURIComponent(JSON.stringify(document))
  const results: Readonly<Record<string, string>> = {
    GetRole: `<AssumeRolePolicyDocument>${encoded(trust)}</AssumeRolePolicyDocument>`,
    ListRolePolicies: onePage(
      Object.keys(policies).map((name) => `<member>${name}</member>`),
      asked,
    ),
    ListAttachedRolePolicies: onePage(
      attached.map(
        (arn) => `<member><PolicyName>p</PolicyName><PolicyArn>${arn}</PolicyArn></member>`,
      ),
      asked,
    ),
    GetRolePolicy: `<PolicyDocument>${encoded(policies[asked.get('PolicyName') ?? ''])}</PolicyDocument>`,
  }
  return [200, xml(`<Response>${results[asked.get('Action') ?? '']}</Response>`)]
}

/** IAM may return fewer than asked for, here one. */
function onePage(members: readonly string[], asked: URLSearchParams): string {
  const at = Number(asked.get('Marker') ?? 0)
  const next = at + 1 < members.length ? `<Marker>${at + 1}</Marker>` : ''
  return `<IsTruncated>${next !== ''}</IsTruncated>${next}${members[at] ?? ''}`
}

/** Matches the stack as it was built. */
export const builtResources: Readonly<Record<string, DeployedResource>> = {
  Sweep: ['AWS::Lambda::Function', 'shop-sweep'],
  Tools: ['AWS::Lambda::LayerVersion', layerArn],
  Role: ['AWS::IAM::Role', 'shop-role'],
  Log: ['AWS::Logs::LogGroup', '/aws/lambda/shop-sweep'],
  Timer: ['AWS::StepFunctions::StateMachine', machineArn],
  Edge: ['AWS::CloudFront::Function', 'arn:aws:cloudfront::1:function/shop-edge'],
  Key: ['AWS::KMS::Key', 'key-1'],
  Bucket: ['AWS::S3::Bucket', 'shop-pages'],
  Upload: ['Custom::CDKBucketDeployment', 'upload-1'],
  More: ['AWS::IAM::Policy', 'shop-more'],
  Alarm: ['AWS::CloudWatch::Alarm', 'shop-alarm'],
  Gone: ['AWS::Lambda::Function', 'shop-gone', 'DELETE_COMPLETE'],
}

function ofCloudFormation(
  { resources, otherStacks, template, serialize }: VerifiedAccount,
  asked: URLSearchParams,
): Given {
  const action = asked.get('Action') ?? ''
  if (action === 'GetTemplate') {
    const text = serialize(template).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return [
      200,
      xml(
        `<GetTemplateResponse><GetTemplateResult><TemplateBody>${text}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
      ),
    ]
  }
  const own = { name: 'shop', service: 'shop', status: 'CREATE_COMPLETE' }
  const stacks = asked.has('StackName') ? [own] : [own, ...otherStacks]
  const result =
    action === 'DescribeStacks'
      ? `<Stacks>${stacks.map(stackXml).join('')}</Stacks>`
      : `<StackResourceSummaries>${Object.entries(resources)
          .map(([name, [type, id, status = 'CREATE_COMPLETE']]) =>
            member(
              `<LogicalResourceId>${name}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus>`,
            ),
          )
          .join('')}</StackResourceSummaries>`
  return [
    200,
    xml(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`),
  ]
}

function stackXml({ name, service, status }: VerifiedAccount['otherStacks'][number]): string {
  const output = member('<OutputKey>TableName</OutputKey><OutputValue>shop-table</OutputValue>')
  const tag = member(`<Key>service</Key><Value>${service}</Value>`)
  return member(
    `<StackName>${name}</StackName><StackId>arn:aws:cloudformation:${region}:${account}:stack/${name}/1</StackId><StackStatus>${status}</StackStatus><Outputs>${output}</Outputs><Tags>${tag}</Tags>`,
  )
}

function member(inner: string): string {
  return `<member>${inner}</member>`
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}
