import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { isAllowed, policyDocument } from './permissions.ts'

const readText = (path: string) => readFile(join(repositoryRoot, path), 'utf8')

/** The code blocks of a language, in order. */
async function blocksOf(language: string): Promise<string[]> {
  const text = await readText('docs/deploying-from-ci.md')
  const fences = text.matchAll(/^```(\w+)\n(.*?)^```$/gms)
  return [...fences].flatMap(([, name, block]) => (name === language && block ? [block] : []))
}

const workflow = z.object({
  on: z.object({ push: z.object({ branches: z.tuple([z.literal('main')]) }) }),
  permissions: z.strictObject({ contents: z.literal('read'), 'id-token': z.literal('write') }),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.literal(false) }),
  jobs: z.record(
    z.string(),
    z.object({
      environment: z.string(),
      steps: z.array(
        z.strictObject({
          name: z.string().optional(),
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
})

describe('the workflow', () => {
  let jobs: z.output<typeof workflow>['jobs']

  beforeAll(async () => {
    const [text = ''] = await blocksOf('yaml')
    jobs = workflow.parse(parse(text)).jobs
  })

  const steps = () => Object.values(jobs).flatMap((job) => job.steps)

  it('runs commands that exist, and deploys last', async () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readText('package.json')))
    const commands = steps().flatMap(({ run }) => (run ? [run] : []))
    const named = commands.flatMap((run) => [...run.matchAll(/^npm (?:run )?([\w:]+)/g)])
    expect(named.length).toBeGreaterThan(3)
    for (const [, script = ''] of named) {
      if (script !== 'ci') expect(Object.keys(scripts)).toContain(script)
    }
    expect(commands.at(-1)).toBe('npm run deploy -- --require-approval never')
  })

  it('holds no AWS key, and puts no secret into a command', () => {
    expect(JSON.stringify(jobs)).not.toMatch(/access-key|ACCESS_KEY/)
    for (const { run } of steps()) expect(run ?? '').not.toContain('secrets.')
  })
})

describe('the role', () => {
  let trust: z.output<typeof policyDocument>
  let caller: { arn: string; policies: z.output<typeof policyDocument>[] }

  beforeAll(async () => {
    const [first = '', second = ''] = await blocksOf('json')
    trust = JSON.parse(first)
    const policies = [policyDocument.parse(JSON.parse(second))]
    caller = { arn: 'arn:aws:iam::111122223333:role/quittance-deployment', policies }
  })

  const may = (action: string, resource: string) => isAllowed(caller, { action, resource })
  const ofAccount = (service: string, rest: string) =>
    `arn:aws:${service}:eu-central-1:111122223333:${rest}`

  it('is for one environment of one repository', () => {
    expect(trust.Statement).toMatchObject([
      {
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub':
              'repo:OWNER/REPOSITORY:environment:production',
          },
        },
      },
    ])
  })

  it.each([
    'operator-move-instance',
    'operator-mint-setup-token',
    'operator-seed-networks',
    'operator-test-networks',
  ])('may call %s, as a deployment does', async (name) => {
    expect(functions).toHaveProperty([name])
    const arn = ofAccount('lambda', `function:quittance-${name}`)
    expect(await may('lambda:InvokeFunction', arn)).toBe(true)
  })

  it('may read the quota and deploy', async () => {
    const deployRole = 'cdk-hnb659fds-deploy-role-111122223333-eu-central-1'
    expect(await may('sts:AssumeRole', `arn:aws:iam::111122223333:role/${deployRole}`)).toBe(true)
    const reconcile = ofAccount('lambda', 'function:quittance-reconcile')
    expect(await may('lambda:GetFunctionConcurrency', reconcile)).toBe(true)
  })

  it('may do nothing else: use the wallet, operate the instance, or become someone else', async () => {
    const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`
    expect(await may('sts:AssumeRole', role('quittance-sweep-eu-central-1'))).toBe(false)
    expect(await may('sts:AssumeRole', role('cdk-hnb659fds-cfn-exec-role-1'))).toBe(false)
    expect(await may('iam:PutRolePolicy', role('quittance-sweep-eu-central-1'))).toBe(false)
    expect(await may('kms:Decrypt', ofAccount('kms', 'key/1'))).toBe(false)
    expect(await may('dynamodb:GetItem', ofAccount('dynamodb', 'table/one'))).toBe(false)
    for (const name of ['operator-create-api-key', 'operator-set-payout-wallet', 'sweep']) {
      expect(functions).toHaveProperty([name])
      const arn = ofAccount('lambda', `function:quittance-${name}`)
      expect(await may('lambda:InvokeFunction', arn)).toBe(false)
      expect(await may('lambda:UpdateFunctionCode', arn)).toBe(false)
    }
  })
})
