import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack, Validations } from 'aws-cdk-lib'
import { CfnQueue } from 'aws-cdk-lib/aws-sqs'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) })

/** A stack with one queue, under the project's own settings. */
async function appWithQueue(visibilityTimeout: number): Promise<App> {
  const text = await readFile(join(repositoryRoot, 'cdk.json'), 'utf8')
  const { context } = cdkJson.parse(JSON.parse(text))
  const outdir = await mkdtemp(join(tmpdir(), 'findings-'))
  onTestFinished(() => rm(outdir, { recursive: true }))
  const app = new App({ context, outdir, analyticsReporting: false })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  new CfnQueue(new Stack(app, 'Mistaken'), 'Queue', { visibilityTimeout })
  return app
}

it('what CloudFormation would refuse ends the synthesis', async () => {
  const app = await appWithQueue(999_999)
  expect(() => app.synth()).toThrow('CloudFormation-Validate::F3034')
})

it('what cdk-nag finds ends it, too', async () => {
  const app = await appWithQueue(30)
  expect(() => app.synth()).toThrow('AwsSolutions-SQS4')
})
