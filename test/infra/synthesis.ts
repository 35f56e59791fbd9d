import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App } from 'aws-cdk-lib'
import { CloudAssembly } from 'aws-cdk-lib/cx-api'
import { vi } from 'vitest'
import * as z from 'zod'
import { buildService, type ServiceTables } from '../../infra/aws/service.ts'
import { readSettings } from '../../infra/aws/settings.ts'
import { buildFunctionsIfChanged } from '../../infra/build/build-functions.ts'
import { buildPagesIfChanged } from '../../infra/build/build-pages.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'

const template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })).default({}),
})

export type Template = z.output<typeof template>

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

/**
 * Runs the app as `cdk synth` does, findings of cdk-nag and of the CloudFormation validation being failures, and
 * reads what it made: stack name → template.
 */
export async function synthesize(
  context: Record<string, string> = {},
): Promise<ReadonlyMap<string, Template>> {
  await Promise.all([buildFunctionsIfChanged(), buildPagesIfChanged()])
  const { context: ours } = cdkJson.parse(await readJson(join(repositoryRoot, 'cdk.json')))
  const folder = await mkdtemp(join(tmpdir(), 'synthesis-'))
  try {
    await promisify(execFile)(process.execPath, ['infra/aws/app.ts'], {
      cwd: repositoryRoot,
      env: { CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify({ ...ours, ...context }) },
    })
    return templatesOf(new CloudAssembly(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * The same stacks without bundles and without the validation, which takes most of the time: for tests that look at
 * something else.
 */
export async function synthesizeQuickly(
  tables: Omit<ServiceTables, 'bundleOf'> = { functions },
  settings: Record<string, string> = {},
): Promise<ReadonlyMap<string, Template>> {
  await buildPagesIfChanged()
  vi.stubEnv('CDK_VALIDATION', 'false')
  const outdir = await mkdtemp(join(tmpdir(), 'synthesis-'))
  try {
    const { context } = cdkJson.parse(await readJson(join(repositoryRoot, 'cdk.json')))
    const app = new App({ outdir, context, analyticsReporting: false })
    const anyFolder = join(repositoryRoot, 'infra/machines')
    buildService(
      app,
      { ...tables, bundleOf: () => anyFolder },
      readSettings((name) => settings[name]),
    )
    return templatesOf(app.synth())
  } finally {
    vi.unstubAllEnvs()
    await rm(outdir, { recursive: true })
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
        properties: properties.parse(resolve(Properties, { templates, stack })),
      })),
  )
}

const properties = z.record(z.string(), z.unknown())

type Place = { templates: ReadonlyMap<string, Template>; stack: string }

const pseudoParameters: Record<string, string> = {
  'AWS::AccountId': '111122223333',
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::URLSuffix': 'amazonaws.com',
}

/** A value with CloudFormation's functions applied, the innermost first, as far as our templates use them. */
function resolve(value: unknown, place: Place): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner) => {
    const [[name, argument] = ['', null], ...more] = Object.entries(inner ?? {})
    const apply = more.length === 0 ? intrinsics[name] : undefined
    return apply ? apply(argument, place) : inner
  })
}

const intrinsics: Record<string, (argument: unknown, place: Place) => unknown> = {
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
