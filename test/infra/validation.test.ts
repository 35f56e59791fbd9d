import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import aslValidator from 'asl-validator'
import { App, Stack, Validations } from 'aws-cdk-lib'
import { CfnQueue } from 'aws-cdk-lib/aws-sqs'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { machineNames } from '../../shared/kernel/operation/touches.ts'
import { ownSettings, wantedSettings } from './synthesis.ts'

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

/** The project's CDK settings. */
async function ownContext(): Promise<Record<string, unknown>> {
  const text = await readFile(join(repositoryRoot, 'cdk.json'), 'utf8')
  return cdkJson.parse(JSON.parse(text)).context
}

async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'validation-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const sources = [
  'docs',
  'functions',
  'infra',
  'shared',
  'static-checkout',
  'static-dashboard',
  'sdk',
  'static-docs',
  'static-ui',
]
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'cdk.json',
  'CHANGELOG.md',
  'SECURITY.md',
  'plugins/medusa/README.md',
]

/** The files after `git clone` and `npm ci`, without `dist`. */
async function freshClone(): Promise<string> {
  const folder = await testFolder()
  for (const name of [...sources, ...files]) {
    await cp(join(repositoryRoot, name), join(folder, name), { recursive: true })
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Findings of cdk-nag and of the CloudFormation validation fail it, as with every command of the CDK. */
it('a fresh clone is synthesized without findings', { timeout: 300_000 }, async () => {
  const clone = await freshClone()
  const cdkOut = join(clone, 'cdk.out')
  const context = JSON.stringify({ ...(await ownContext()), ...ownSettings, ...wantedSettings })
  await promisify(execFile)(process.execPath, ['infra/aws/app.ts'], {
    cwd: clone,
    env: { CDK_OUTDIR: cdkOut, CDK_CONTEXT_JSON: context, CDK_DEFAULT_REGION: 'eu-central-1' },
  })
  const templates = (await readdir(cdkOut)).filter((name) => name.endsWith('.template.json'))
  expect(templates.sort()).toEqual(
    [
      ...['api', 'callbacks', 'checkout', 'dashboard', 'foundation', 'iam-events-eu-central-1'],
      ...['operator-payments', 'operator', 'pages', 'visitor-limit-eu-central-1', 'workers'],
    ].map((stack) => `quittance-${stack}.template.json`),
  )
})

describe('the synthesis fails', () => {
  /** A stack with one queue, under the project's own settings. */
  async function appWithQueue(visibilityTimeout: number): Promise<App> {
    const [context, outdir] = [await ownContext(), await testFolder()]
    const app = new App({ context, outdir, analyticsReporting: false })
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
    new CfnQueue(new Stack(app, 'Mistaken'), 'Queue', { visibilityTimeout })
    return app
  }

  it('if CloudFormation would reject a template', async () => {
    const app = await appWithQueue(999_999)
    expect(() => app.synth()).toThrow('CloudFormation-Validate::F3034')
  })

  it('if cdk-nag has a finding', async () => {
    const app = await appWithQueue(30)
    expect(() => app.synth()).toThrow('AwsSolutions-SQS4')
  })
})

it.each(machineNames)('the state machine %s is valid', async (name) => {
  const text = await readFile(join(repositoryRoot, `infra/machines/${name}.asl.json`), 'utf8')
  const arn = 'arn:aws:lambda:eu-central-1:111122223333:function:'
  const definition = JSON.parse(text.replace(/\$\{([\w-]+)\}/g, `${arn}$1`))
  expect(aslValidator(definition)).toMatchObject({ isValid: true, errors: [] })
})
