import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../build/repository-root.ts'
import { environmentWith } from '../../config.ts'
import { readContext } from '../read-context.ts'
import { compareTemplate } from './compare-template.ts'
import { synthesize } from './synthesize.ts'

it('the templates to compare are those that the CDK’s command deploys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-synthesis-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const region = 'eu-central-1'
  const args = ['-c', 'concurrentExecutions=1000', '-c', 'alarmEmail=owner@example.com']
  const deployed = join(folder, 'deployed')
  const cdk = join(repositoryRoot, 'node_modules/aws-cdk/bin/cdk')
  await promisify(execFile)(
    process.execPath,
    [cdk, 'synth', '--all', '--quiet', '--output', deployed, ...args],
    { cwd: repositoryRoot, env: environmentWith({ AWS_REGION: region, CDK_VALIDATION: 'false' }) },
  )
  const { stacks } = await synthesize(join(folder, 'built'), region, await readContext(args))
  expect(stacks.length).toBeGreaterThan(8)
  for (const stack of stacks) {
    const applied = await readFile(join(deployed, `${stack.name}.template.json`), 'utf8')
    const known = { pseudo: {}, resources: new Map(), outputOf: () => undefined }
    const { differences } = compareTemplate({ ...stack, region, known, applied })
    expect(differences, stack.name).toEqual([])
  }
})
