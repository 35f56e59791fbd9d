import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CloudAssembly } from 'aws-cdk-lib/cx-api'
import { vi } from 'vitest'
import * as z from 'zod'
import { serviceApp } from '../../infra/aws/constructs/service-app.ts'
import { walletFunctions } from '../../infra/aws/constructs/wallet-watch.ts'
import { buildService, type ServiceTables } from '../../infra/aws/service.ts'
import { readSettings } from '../../infra/aws/settings.ts'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { oncePerRun } from '../once-per-run.ts'

const template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })).default({}),
})

export type Template = z.output<typeof template>

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

/** Settings of a deployment on two chains. */
export const ownSettings = {
  rpcUrls: '{"31337":["https://node.test/secret"],"8453":["https://base.test/secret"]}',
  oneOperatorChains: '8453',
  concurrentExecutions: '1000',
}

/** Options that cost money, or need a decision of the owner. */
export const wantedSettings = {
  alarmEmail: 'owner@example.com',
  securityContact: 'https://shop.example/security',
  monthlyBudgetUsd: '50',
  metricsDashboard: 'true',
  hstsPreload: 'true',
  backupDays: '365',
  tags: '{"team":"payments"}',
  visitorLimit: '2000',
  signedCode: JSON.stringify({
    configArn: 'arn:aws:lambda:eu-central-1:111122223333:code-signing-config:csc-0a1b2c3d4e5f60718',
    bucket: 'signed-code',
    keys: Object.fromEntries(
      walletFunctions(functions).map((name) => [name, `signed/${name}.zip`]),
    ),
  }),
}

/** `npm run deploy` passes these to the stack of the pages, see `refresh-references.ts`. */
const apiIds =
  '{"api":"api2","checkout":"checkout2","dashboard":"dashboard2","callbacks":"callbacks2"}'

/** After a restore, with another key and a web ACL for CloudFront, and in an account whose quota nobody has read. */
export const restoredSettings = {
  rpcUrls: ownSettings.rpcUrls,
  oneOperatorChains: ownSettings.oneOperatorChains,
  tableName: 'restored',
  originKey: '2',
  keyArn: 'arn:aws:kms:eu-central-1:111122223333:key/9f1b',
  webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/shop/a1-b2',
}

const deployments = {
  own: ownSettings,
  wanted: {
    ...ownSettings,
    ...wantedSettings,
    apiIds,
    homeRegion: 'eu-central-1',
  },
  restored: restoredSettings,
}
type Deployment = keyof typeof deployments

const made = new Map<Deployment, Promise<ReadonlyMap<string, Template>>>()

/** The service's templates by stack name. */
export const ownTemplates = () => templatesWith('own')

/** Those of a deployment with such settings, synthesized once for all tests. */
export function templatesWith(deployment: Deployment): Promise<ReadonlyMap<string, Template>> {
  const templates = made.get(deployment) ?? synthesizeOnce(deployment)
  made.set(deployment, templates)
  return templates
}

async function synthesizeOnce(deployment: Deployment): Promise<ReadonlyMap<string, Template>> {
  const entries = await oncePerRun(`templates-${deployment}`, async () => [
    ...(await synthesize(undefined, deployments[deployment])),
  ])
  return new Map(z.array(z.tuple([z.string(), template])).parse(entries))
}

/** Synthesizes without bundles. */
export async function synthesize(
  tables: Omit<ServiceTables, 'bundleOf'> = { functions },
  { homeRegion, ...settings }: Readonly<Record<string, string>> = ownSettings,
): Promise<ReadonlyMap<string, Template>> {
  await buildPagesIfChanged()
  const outdir = await mkdtemp(join(tmpdir(), 'synthesis-'))
  try {
    const { context } = cdkJson.parse(await readJson(join(repositoryRoot, 'cdk.json')))
    const quick = { 'aws:cdk:disable-creation-stack-traces': true }
    const app = serviceApp({
      outdir,
      context: { ...context, ...quick },
      analyticsReporting: false,
    })
    const anyFolder = join(repositoryRoot, 'infra/machines')
    return withoutValidation(() => {
      buildService(
        app,
        { ...tables, bundleOf: () => anyFolder },
        { ...readSettings((name) => settings[name]), homeRegion },
      )
      return templatesOf(app.synth())
    })
  } finally {
    await rm(outdir, { recursive: true })
  }
}

/** The CDK's validation of templates takes most of the time, and has a long test. */
export function withoutValidation<Made>(make: () => Made): Made {
  vi.stubEnv('CDK_VALIDATION', 'false')
  try {
    return make()
  } finally {
    vi.unstubAllEnvs()
  }
}

function templatesOf({ stacks }: CloudAssembly): ReadonlyMap<string, Template> {
  return new Map(stacks.map((stack) => [stack.stackName, template.parse(stack.template)]))
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** All resources of a type in all stacks, such as `AWS::Lambda::Function`, with what CloudFormation fills in. */
export function resourcesOf(templates: ReadonlyMap<string, Template>, type: string) {
  return [...templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([logicalId, { Properties, ...resource }]) => ({
        ...resource,
        stack,
        logicalId,
        properties: resolvedOnce(Properties, { templates, stack }),
      })),
  )
}

/** The properties of all resources of a type in all stacks. */
export function propertiesOf(templates: ReadonlyMap<string, Template>, type: string): Properties[] {
  return resourcesOf(templates, type).map(({ properties }) => properties)
}

const properties = z.record(z.string(), z.unknown())
type Properties = z.output<typeof properties>

const resolved = new WeakMap<Properties, Properties>()

function resolvedOnce(of: Properties, place: Target): Properties {
  const known = resolved.get(of) ?? properties.parse(resolve(of, place))
  resolved.set(of, known)
  return known
}

type Target = { templates: ReadonlyMap<string, Template>; stack: string }

const pseudoParameters: Record<string, string> = {
  'AWS::AccountId': '111122223333',
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::URLSuffix': 'amazonaws.com',
}

/** Applies the CloudFormation functions that our templates use, the innermost first. */
function resolve(value: unknown, place: Target): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner) => {
    const [[name, argument] = ['', null], ...more] = Object.entries(inner ?? {})
    const apply = more.length === 0 ? intrinsics[name] : undefined
    return apply ? apply(argument, place) : inner
  })
}

const intrinsics: Record<string, (argument: unknown, place: Target) => unknown> = {
  Ref: (argument) => {
    const name = z.string().parse(argument)
    return pseudoParameters[name] ?? name
  },
  'Fn::Join': (argument) => {
    const [separator, parts] = z.tuple([z.string(), z.array(z.unknown())]).parse(argument)
    return parts.join(separator)
  },
  'Fn::GetAtt': (argument, { templates, stack }) => {
    const [logicalId, attribute] = z.tuple([z.string(), z.string()]).parse(argument)
    if (attribute !== 'Arn') return `${logicalId}.${attribute}`
    const type = templates.get(stack)?.Resources[logicalId]?.Type ?? ''
    const arn = arns[type]?.replace('NAME', logicalId)
    return arn ? `arn:aws:${arn}` : `arn:of:${type}:${logicalId}`
  },
  'Fn::GetStackOutput': (argument, { templates }) => {
    const wanted = z.object({ StackName: z.string(), OutputName: z.string() }).parse(argument)
    const output = templates.get(wanted.StackName)?.Outputs[wanted.OutputName]
    return resolve(output?.Value, { templates, stack: wanted.StackName })
  },
}

const arns: Record<string, string> = {
  'AWS::DynamoDB::Table': 'dynamodb:eu-central-1:111122223333:table/NAME',
  'AWS::KMS::Key': 'kms:eu-central-1:111122223333:key/NAME',
  'AWS::Logs::LogGroup': 'logs:eu-central-1:111122223333:log-group:NAME:*',
}
