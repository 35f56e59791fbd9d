import { isDeepStrictEqual } from 'node:util'
import { GetKeyPolicyCommand, KMSClient } from '@aws-sdk/client-kms'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DescribeStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn'
import { compareFunction, compareLayer } from './compare-functions.ts'
import { compareRole, isSamePolicy, policiesOfRole } from './compare-roles.ts'
import { compareTemplate } from './compare-template.ts'
import { type Comparison, notBuilt } from './comparison.ts'
import type { DeployedStack } from './deployed-stack.ts'
import type { Assembly } from './read-assembly.ts'
import { resolveValue } from './resolve-value.ts'
import { signedRequest } from './signed-request.ts'

type Resource = {
  stack: DeployedStack
  logicalId: string
  id: string
  /** With references replaced. */
  planned: Readonly<Record<string, unknown>>
  assetFiles: Assembly['assetFiles']
}

type Kind = {
  kind: string
  compare: (resource: Resource) => Promise<readonly string[] | undefined>
}

/** By CloudFormation's resource type. */
const compared: Readonly<Record<string, Kind>> = {
  'AWS::Lambda::Function': {
    kind: 'function',
    compare: ({ stack, planned, ...resource }) =>
      compareFunction(new LambdaClient({ region: stack.region }), planned, resource),
  },
  'AWS::Lambda::LayerVersion': {
    kind: 'layer',
    compare: ({ stack, planned, ...resource }) =>
      compareLayer(new LambdaClient({ region: stack.region }), planned, resource),
  },
  'AWS::StepFunctions::StateMachine': { kind: 'state machine', compare: compareMachine },
  'AWS::CloudFront::Function': { kind: 'edge function', compare: compareEdge },
  'AWS::IAM::Role': {
    kind: 'role',
    compare: async ({ stack, logicalId, id, planned }) => {
      const attached = resolveValue(policiesOfRole(stack.resources, logicalId), stack.known)
      const own = Array.isArray(planned['Policies']) ? planned['Policies'] : []
      const Policies = [...own, ...(Array.isArray(attached) ? attached : [])]
      return compareRole(signedRequest, { Properties: { ...planned, Policies } }, await caller(id))
    },
  },
  'AWS::KMS::Key': { kind: 'policy of key', compare: compareKey },
  'Custom::CDKBucketDeployment': { kind: 'pages', compare: comparePages },
}

const atOnce = 6

/** Compares templates and planned resources of these types. Reports missing and unplanned ones of any type. */
export async function compareStacks(
  stacks: readonly DeployedStack[],
  assetFiles: Assembly['assetFiles'],
): Promise<Comparison[]> {
  const work = stacks.flatMap((stack) =>
    Object.entries(stack.resources).flatMap(([logicalId, { Type, Properties }]) => {
      const { [Type]: kind } = compared
      const { id } = stack.known.resources.get(logicalId) ?? {}
      if (!kind) return id === undefined ? [() => missing(Type, logicalId)] : []
      const planned = { ...Object(resolveValue(Properties, stack.known)) }
      return [() => comparison(kind, { stack, logicalId, id, planned, assetFiles })]
    }),
  )
  return [...(await inTurns(work)), ...stacks.flatMap(unplanned), ...stacks.map(compareTemplate)]
}

async function missing(kind: string, name: string): Promise<Comparison> {
  return { kind, name, differences: undefined }
}

/** Whoever may deploy may also add a function or a role. */
function unplanned({ resources, known }: DeployedStack): Comparison[] {
  return [...known.resources]
    .filter(([logicalId, { type }]) => resources[logicalId]?.Type !== type)
    .map(([, { type, id }]) => ({
      kind: compared[type]?.kind ?? type,
      name: id,
      differences: [notBuilt],
    }))
}

async function comparison(
  { kind, compare }: Kind,
  { id, ...resource }: Omit<Resource, 'id'> & { id: string | undefined },
): Promise<Comparison> {
  const { logicalId, planned } = resource
  if (id === undefined) return { kind, name: logicalId, differences: undefined }
  const name = kind === 'pages' ? String(planned['DestinationBucketName']) : id
  const differences = await compare({ ...resource, id }).catch(undefinedIfMissing)
  return { kind, name, differences }
}

async function inTurns<Result>(work: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = []
  const left = work.entries()
  const worker = async () => {
    for (const [index, run] of left) results[index] = await run()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function undefinedIfMissing(error: unknown): undefined {
  const isMissing =
    error instanceof Error &&
    /^(ResourceNotFoundException|NoSuchKey|NoSuchBucket|NotFoundException|StateMachineDoesNotExist)$/.test(
      error.name,
    )
  if (!isMissing) throw error
}

async function caller(id: string) {
  return { id, credentials: await new LambdaClient().config.credentials() }
}

async function compareMachine({ stack, id, planned }: Resource): Promise<string[]> {
  const client = new SFNClient({ region: stack.region })
  const found = await client.send(new DescribeStateMachineCommand({ stateMachineArn: id }))
  const [built, deployed] = [planned['DefinitionString'], found.definition].map((text): unknown =>
    JSON.parse(String(text)),
  )
  return [
    ...(isDeepStrictEqual(built, deployed) ? [] : ['definition']),
    ...(planned['RoleArn'] === found.roleArn ? [] : ['role']),
  ]
}

/** Compares the code that CloudFront runs, not a draft of it. */
async function compareEdge({ id, planned }: Resource): Promise<string[] | undefined> {
  const code = await signedRequest({
    service: 'cloudfront',
    credentials: (await caller(id)).credentials,
    path: `/2020-05-31/function/${String(planned['Name'])}`,
    query: { Stage: 'LIVE' },
  })
  if (code === undefined) return undefined
  return code === planned['FunctionCode'] ? [] : ['code']
}

async function compareKey({ stack, id, planned }: Resource): Promise<string[]> {
  const client = new KMSClient({ region: stack.region })
  const { Policy = '{}' } = await client.send(new GetKeyPolicyCommand({ KeyId: id }))
  return isSamePolicy(JSON.parse(Policy), planned['KeyPolicy']) ? [] : ['policy']
}

/** The files of an upload, in the bucket that CloudFront reads. */
async function comparePages({ stack, planned, assetFiles }: Resource): Promise<string[]> {
  const client = new S3Client({ region: stack.region })
  const { SourceObjectKeys, DestinationBucketName, DestinationBucketKeyPrefix } = planned
  const differences: string[] = []
  for (const key of Array.isArray(SourceObjectKeys) ? SourceObjectKeys : []) {
    for (const [name, built] of await assetFiles(String(key))) {
      const Key = `${String(DestinationBucketKeyPrefix)}/${name}`
      const command = new GetObjectCommand({ Bucket: String(DestinationBucketName), Key })
      const { Body } = await client.send(command).catch((error: unknown) => {
        undefinedIfMissing(error)
        return { Body: undefined }
      })
      const deployed = await Body?.transformToByteArray()
      if (!deployed || !built.equals(deployed)) differences.push(Key)
    }
  }
  return differences
}
