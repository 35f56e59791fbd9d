import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { serviceApp } from '../../infra/aws/constructs/service-app.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { keys } from '../../shared/kernel/store/keys.ts'
import { isAllowed, policyDocument } from './permissions.ts'
import { resourcesOf, templatesWith } from './synthesis.ts'

const readText = (path: string) => readFile(join(repositoryRoot, path), 'utf8')

/** The code blocks of a language, in order. */
async function blocksOf(language: string): Promise<string[]> {
  const text = await readText('docs/deploying-from-ci.md')
  const fences = text.matchAll(/^```(\w+)\n(.*?)^```$/gms)
  return [...fences].flatMap(([, name, block]) => (name === language && block ? [block] : []))
}

/** A role of `cdk bootstrap`. */
const bootstrapped = (name: string) =>
  `arn:aws:iam::111122223333:role/cdk-hnb659fds-${name}-111122223333-eu-central-1`

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
    expect(await may('sts:AssumeRole', bootstrapped('deploy-role'))).toBe(true)
    expect(await may('sts:AssumeRole', bootstrapped('file-publishing-role'))).toBe(true)
    const reconcile = ofAccount('lambda', 'function:quittance-reconcile')
    expect(await may('lambda:GetFunctionConcurrency', reconcile)).toBe(true)
  })

  it('may read what a deployment compares, of this deployment only', async () => {
    const files = [
      ...['describe-stack.ts', 'destroy/delete-stacks.ts', 'table-problems.ts'],
      '../../shared/admin/health/alarm-addresses.ts',
    ]
    const [stack = '', resources = '', table = '', alarms = ''] = await Promise.all(
      files.map((name) => readText(`infra/aws/${name}`)),
    )
    expect(stack).toContain('DescribeStacks')
    expect(resources).toContain('DescribeStackResources')
    expect(alarms).toContain('new ListSubscriptionsByTopicCommand(')
    const ofTables = [...table.matchAll(/new (\w+)Command\(/g)].map(([, name]) => `${name}`)
    expect(ofTables).toHaveLength(3)
    const checked = [
      ...['DescribeStacks', 'DescribeStackResources'].map((name) => ({
        action: `cloudformation:${name}`,
        of: (prefix: string) => ofAccount('cloudformation', `stack/${prefix}-foundation/1`),
      })),
      {
        action: 'sns:ListSubscriptionsByTopic',
        of: (prefix: string) => ofAccount('sns', `${prefix}-alarms`),
      },
      ...ofTables.map((name) => ({
        action: `dynamodb:${name}`,
        of: (prefix: string) => ofAccount('dynamodb', `table/${prefix}-restored`),
      })),
    ]
    for (const { action, of } of checked) {
      expect(await may(action, of('quittance')), action).toBe(true)
      expect(await may(action, of('another')), action).toBe(false)
    }
  })

  it('may read which release can read a table, and nothing else of it', async () => {
    const reads = (key: string, attributes: readonly string[]) =>
      isAllowed(caller, {
        action: 'dynamodb:GetItem',
        resource: ofAccount('dynamodb', 'table/quittance-restored'),
        context: {
          'dynamodb:LeadingKeys': [key],
          'dynamodb:Attributes': [...attributes],
          'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
        },
      })
    const source = await readText('infra/aws/require-release.ts')
    const [, projected = ''] = /ProjectionExpression: '(.+)'/.exec(source) ?? []
    const { pk } = keys.settings('live')
    expect(await reads(pk, projected.split(', '))).toBe(true)
    expect(await reads(pk, [...projected.split(', '), 'baseUrl'])).toBe(false)
    expect(await reads('live#wallet', ['pk', 'sk'])).toBe(false)
    expect(await may('dynamodb:GetItem', ofAccount('dynamodb', 'table/quittance-restored'))).toBe(
      false,
    )
  })

  it('may deploy the stack for events of IAM, under the names that it has', async () => {
    const stackName = 'quittance-iam-events-eu-central-1'
    const wanted = await templatesWith('wanted')
    const namesIn = (type: string, property: string) =>
      resourcesOf(wanted, type)
        .filter(({ stack }) => stack === stackName)
        .map(({ properties }) => String(properties[property]))
    const rules = namesIn('AWS::Events::Rule', 'Name')
    const roles = namesIn('AWS::IAM::Role', 'RoleName')
    expect([rules, roles]).toMatchObject([{ length: 3 }, { length: 1 }])
    for (const name of rules) {
      const rule = `arn:aws:events:us-east-1:111122223333:rule/${name}`
      expect(await may('events:PutRule', rule), name).toBe(true)
      expect(await may('events:PutTargets', rule), name).toBe(true)
    }
    for (const name of roles) {
      const role = `arn:aws:iam::111122223333:role/${name}`
      for (const action of ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:PassRole']) {
        expect(await may(action, role), name).toBe(true)
      }
    }
    const arn = `arn:aws:cloudformation:us-east-1:111122223333:stack/${stackName}/1`
    expect(await may('cloudformation:CreateChangeSet', arn)).toBe(true)
  })

  it('may limit visitors once it has the statement for that, under the name that the web ACL has', async () => {
    const [, , , statement = ''] = await blocksOf('json')
    const limiting = policyDocument.parse({
      Version: '2012-10-17',
      Statement: [JSON.parse(statement)],
    })
    const limiter = { ...caller, policies: [...caller.policies, limiting] }
    const [acl] = resourcesOf(await templatesWith('wanted'), 'AWS::WAFv2::WebACL')
    const inGlobal = 'us-east-1:111122223333'
    const asked = [
      [
        'wafv2:CreateWebACL',
        `arn:aws:wafv2:${inGlobal}:global/webacl/${acl?.properties['Name']}/1`,
      ],
      [
        'cloudformation:CreateChangeSet',
        `arn:aws:cloudformation:${inGlobal}:stack/${acl?.stack}/1`,
      ],
    ] as const
    for (const [action, resource] of asked) {
      expect(await isAllowed(caller, { action, resource }), action).toBe(false)
      expect(await isAllowed(limiter, { action, resource }), action).toBe(true)
    }
  })

  it('may adopt a key, and not use it, once it has the statement for that', async () => {
    const [, , statement = ''] = await blocksOf('json')
    const adopting = policyDocument.parse({
      Version: '2012-10-17',
      Statement: [JSON.parse(statement)],
    })
    const adopter = { ...caller, policies: [...caller.policies, adopting] }
    const resource = ofAccount('kms', 'key/KEY')
    const called = (await readText('infra/aws/adopt-key.ts')).matchAll(/new (\w+)Command\(/g)
    const actions = [...called].map(([, name]) => `kms:${name}`)
    const resourcePolicy = policyDocument.parse({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::111122223333:root' },
          Action: 'kms:*',
          Resource: '*',
        },
      ],
    })
    const asked = (who: typeof caller, action: string) =>
      isAllowed(who, { action, resource, resourcePolicy })
    expect(actions.toSorted()).toEqual([
      'kms:DescribeKey',
      'kms:GetKeyPolicy',
      'kms:ListGrants',
      'kms:PutKeyPolicy',
    ])
    for (const action of actions) {
      expect(await asked(caller, action), action).toBe(false)
      expect(await asked(adopter, action), action).toBe(true)
    }
    expect(await asked(adopter, 'kms:Decrypt')).toBe(false)
  })

  it('may not assume the role that reads the whole account, and no stack asks for it', async () => {
    expect(await may('sts:AssumeRole', bootstrapped('lookup-role'))).toBe(false)
    const outdir = await mkdtemp(join(tmpdir(), 'quittance-app-'))
    onTestFinished(() => rm(outdir, { recursive: true }))
    const app = serviceApp({ outdir, analyticsReporting: false })
    new Stack(app, 'one')
    const manifest = JSON.stringify(app.synth().manifest)
    expect(manifest).toContain('deploy-role')
    expect(manifest).not.toContain('lookup-role')
  })

  it('may do nothing else: use the wallet, operate the instance, or become someone else', async () => {
    const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`
    expect(await may('sts:AssumeRole', role('quittance-sweep-eu-central-1'))).toBe(false)
    expect(await may('sts:AssumeRole', bootstrapped('cfn-exec-role'))).toBe(false)
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
