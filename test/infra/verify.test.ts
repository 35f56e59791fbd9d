import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { stringify } from 'yaml'
import { compareStacks } from '../../infra/aws/verify/compare-stacks.ts'
import { readDeployed } from '../../infra/aws/verify/deployed-stack.ts'
import { type Assembly, readAssembly } from '../../infra/aws/verify/read-assembly.ts'
import { unplannedStacks } from '../../infra/aws/verify/unplanned-stacks.ts'
import { described } from '../../infra/aws/verify/verify.ts'
import { withBuiltCode } from '../../infra/aws/verify/with-built-code.ts'
import { environmentWith } from '../../infra/config.ts'
import {
  builtResources,
  layerArn,
  machineArn,
  roleArn,
  startVerifiedAccount,
  type VerifiedAccount,
} from './verified-account.ts'

const allow = (Action: unknown, Resource: unknown) => ({
  Statement: [{ Effect: 'Allow', Action, Resource }],
})
const joined = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] })
const trust = { Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole' }] }
const stored = (S3Key: string) => ({ S3Bucket: 'assets', S3Key })

/** The CDK's template, without signed code. */
const built = {
  Resources: {
    Sweep: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: 'shop-sweep',
        Code: stored('code.zip'),
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Layers: [{ Ref: 'Tools' }],
        Environment: {
          Variables: {
            TABLE: { 'Fn::GetStackOutput': { StackName: 'shop', OutputName: 'TableName' } },
          },
        },
      },
    },
    Log: { Type: 'AWS::Logs::LogGroup' },
    Alarm: { Type: 'AWS::CloudWatch::Alarm' },
    Bucket: { Type: 'AWS::S3::Bucket' },
    Tools: { Type: 'AWS::Lambda::LayerVersion', Properties: { Content: stored('tools.zip') } },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: trust,
        Policies: [
          {
            PolicyName: 'row',
            PolicyDocument: allow(['logs:PutLogEvents'], { 'Fn::GetAtt': ['Log', 'Arn'] }),
          },
        ],
        ManagedPolicyArns: [joined('arn:', { Ref: 'AWS::Partition' }, ':iam::aws:policy/Basic')],
      },
    },
    More: {
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: 'more',
        PolicyDocument: allow('s3:GetObject', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }]),
        Roles: [{ Ref: 'Role' }],
      },
    },
    Timer: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        DefinitionString: joined('{"in":"', { Ref: 'AWS::Region' }, '"}'),
        RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
      },
    },
    Edge: {
      Type: 'AWS::CloudFront::Function',
      Properties: { Name: 'shop-edge', FunctionCode: 'function handler() {}' },
    },
    Key: {
      Type: 'AWS::KMS::Key',
      Properties: { KeyPolicy: allow('kms:*', '*') },
    },
    Upload: {
      Type: 'Custom::CDKBucketDeployment',
      Properties: {
        SourceObjectKeys: ['pages.zip'],
        DestinationBucketName: { Ref: 'Bucket' },
        DestinationBucketKeyPrefix: 'checkout',
      },
    },
  },
}

const signingArn =
  'arn:aws:lambda:eu-central-1:111122223333:code-signing-config:csc-0a1b2c3d4e5f60718'

/** With the signed code of the owner. */
const planned = structuredClone({
  ...built,
  Resources: {
    ...built.Resources,
    Sweep: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        ...built.Resources.Sweep.Properties,
        Code: { S3Bucket: 'signed-code', S3Key: 'signed/sweep.zip' },
        CodeSigningConfigArn: signingArn,
      },
    },
  },
})

const asset = (path: string) => ({
  source: { path },
  destinations: { here: { objectKey: `${path.replace(/\.zip$/, '')}.zip` } },
})
const assemblyOf = (template: object) => ({
  'manifest.json': JSON.stringify({
    artifacts: {
      'shop.assets': { type: 'cdk:asset-manifest', properties: { file: 'shop.assets.json' } },
      shop: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'shop.template.json' },
      },
    },
  }),
  'shop.assets.json': JSON.stringify({
    files: { a: asset('code'), b: asset('pages'), c: asset('tools.zip') },
  }),
  'shop.template.json': JSON.stringify(template),
  'code/index.js': 'exports.handler = 1',
  'pages/index.html': '<p>Pay</p>',
  'pages/assets/a.js': 'a',
  'tools.zip': 'a layer',
})

const asBuilt = (): VerifiedAccount => ({
  function: {
    files: {
      'index.js': 'exports.handler = 1',
      'META_INF/aws_signer_signature_v1.0.SF': 'signature',
    },
    configuration: {
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: roleArn,
      Layers: [{ Arn: layerArn }],
      Environment: { Variables: { TABLE: 'shop-table' } },
    },
    signing: { arn: signingArn, policy: 'Enforce' },
  },
  layer: Buffer.from('a layer'),
  machine: { definition: '{ "in": "eu-central-1" }', roleArn },
  edgeCode: 'function handler() {}',
  policies: {
    row: allow(
      'logs:PutLogEvents',
      'arn:aws:logs:eu-central-1:111122223333:log-group:/aws/lambda/shop-sweep:*',
    ),
    more: allow('s3:GetObject', 'arn:aws:s3:::shop-pages'),
  },
  attached: ['arn:aws:iam::aws:policy/Basic'],
  trust,
  keyPolicy: allow('kms:*', '*'),
  pages: new Map([
    ['/shop-pages/checkout/index.html', '<p>Pay</p>'],
    ['/shop-pages/checkout/assets/a.js', 'a'],
  ]),
  resources: { ...builtResources },
  template: structuredClone({
    ...planned,
    Resources: {
      ...planned.Resources,
      Log: { Type: 'AWS::Logs::LogGroup', Metadata: { 'aws:cdk:path': 'Log' } },
    },
  }),
  serialize: JSON.stringify,
  otherStacks: [],
})

async function assemblyWith(template: object): Promise<Assembly> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-assembly-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(assemblyOf(template))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return readAssembly(folder)
}

async function verified(change: (account: VerifiedAccount) => unknown) {
  const account = asBuilt()
  change(account)
  // Other tests of this process have services of their own.
  const others = Object.keys(environmentWith({})).filter((name) =>
    name.startsWith('AWS_ENDPOINT_URL_'),
  )
  for (const name of others) vi.stubEnv(name, undefined)
  vi.stubEnv('AWS_ENDPOINT_URL', await startVerifiedAccount(account))
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { stacks, assetFiles } = await assemblyWith(built)
  const signed = withBuiltCode((await assemblyWith(planned)).stacks, stacks)
  const deployed = await readDeployed(signed, 'eu-central-1')
  return [
    ...(await compareStacks(deployed, assetFiles)),
    ...(await unplannedStacks(deployed, 'shop')),
  ]
}

it('what runs as it was built is the same, also zipped by another machine', async () => {
  const { text, isSame } = described(await verified(() => undefined), 'shop')
  expect(text).toContain(
    'function: 1, layer: 1, role: 1, state machine: 1, edge function: 1, policy of key: 1, pages: 1, template: 1.\nAll are the same.\n',
  )
  expect(isSame).toBe(true)
})

/** The CDK sends a small template so. */
const asYaml = (template: object) => stringify(template, { schema: 'yaml-1.1' })

it('a template in YAML is the same', async () => {
  const { text, isSame } = described(
    await verified((account) => Object.assign(account, { serialize: asYaml })),
    'shop',
  )
  expect(text).toContain('All are the same.')
  expect(isSame).toBe(true)
})

function edited(serialize: (template: object) => string, from: string, to: string) {
  return (account: VerifiedAccount) =>
    Object.assign(account, {
      serialize: (template: object) => serialize(template).replace(from, to),
    })
}

const sweep = 'function shop-sweep'
const role = 'role shop-role'
const notBuilt = 'this commit does not build it'

it.each<[string, string[], (account: VerifiedAccount) => unknown]>([
  [
    'other code',
    [`${sweep}: code: index.js`],
    (a) => Object.assign(a.function.files, { 'index.js': '2' }),
  ],
  [
    'code beside it',
    [`${sweep}: code: x.js`],
    (a) => Object.assign(a.function.files, { 'x.js': '2' }),
  ],
  [
    'code that is named as a signature',
    [`${sweep}: code: META_INF/aws_signer_signature_v1.0.SF.js`],
    (a) => Object.assign(a.function.files, { 'META_INF/aws_signer_signature_v1.0.SF.js': '2' }),
  ],
  [
    'code that CloudFormation adds to templates only',
    [`${sweep}: code: cfn-response.js`],
    (a) => Object.assign(a.function.files, { 'cfn-response.js': '2' }),
  ],
  [
    'code that Lambda does not run',
    [`${sweep}: code: the download does not have its CodeSha256`],
    (a) => Object.assign(a.function, { sha256: 'other' }),
  ],
  [
    'another variable, layer and role',
    [`${sweep}: role, layers, environment`],
    (a) =>
      Object.assign(a.function.configuration, {
        Environment: { Variables: { TABLE: 'shop-table', NODE_OPTIONS: '--require x' } },
        Layers: [{ Arn: layerArn }, { Arn: 'another' }],
        Role: 'another',
      }),
  ],
  [
    'the end of code signing',
    [`${sweep}: code signing`],
    (a) => Object.assign(a.function.signing, { arn: undefined }),
  ],
  [
    'another code signing config',
    [`${sweep}: code signing`],
    (a) => Object.assign(a.function.signing, { arn: `${signingArn.slice(0, -1)}9` }),
  ],
  [
    'code signing that only warns',
    [`${sweep}: code signing accepts unsigned code`],
    (a) => Object.assign(a.function.signing, { policy: 'Warn' }),
  ],
  [
    'another layer',
    [`layer ${layerArn}: its content`],
    (a) => Object.assign(a, { layer: Buffer.from('x') }),
  ],
  [
    'another definition',
    [`state machine ${machineArn}: definition`],
    (a) => Object.assign(a.machine, { definition: '{"in":"elsewhere"}' }),
  ],
  [
    'other code at the edge',
    ['edge function .*: code'],
    (a) => Object.assign(a, { edgeCode: 'x' }),
  ],
  [
    'no code at the edge',
    ['edge function .*: is not there'],
    (a) => Object.assign(a, { edgeCode: undefined }),
  ],
  [
    'wider policies',
    [`${role}: policy row, policy extra, has arn:aws:iam::aws:policy/Admin`],
    (a) => {
      Object.assign(a.policies, { row: allow('*', '*'), extra: allow('*', '*') })
      a.attached.push('arn:aws:iam::aws:policy/Admin')
    },
  ],
  [
    'another trust',
    [`${role}: who may assume it`],
    (a) => Object.assign(a, { trust: allow('*', '*') }),
  ],
  [
    'a wider key',
    ['policy of key key-1: policy'],
    (a) => Object.assign(a, { keyPolicy: allow('kms:*', 'x') }),
  ],
  [
    'another page, and one that is gone',
    ['pages shop-pages: checkout/(index.html|assets/a.js), checkout/(index.html|assets/a.js)'],
    (a) => {
      a.pages.set('/shop-pages/checkout/index.html', '<script>')
      a.pages.delete('/shop-pages/checkout/assets/a.js')
    },
  ],
  [
    'a function, a role and a timer that nothing builds',
    [
      `function shop-extra: ${notBuilt}`,
      `role shop-extra-role: ${notBuilt}`,
      `state machine ${machineArn}-extra: ${notBuilt}`,
    ],
    (a) =>
      Object.assign(a.resources, {
        Extra: ['AWS::Lambda::Function', 'shop-extra'],
        ExtraRole: ['AWS::IAM::Role', 'shop-extra-role'],
        ExtraTimer: ['AWS::StepFunctions::StateMachine', `${machineArn}-extra`],
      }),
  ],
  [
    'a permission, a source of events and a user that nothing builds',
    [
      `AWS::Lambda::Permission extra-1: ${notBuilt}`,
      `AWS::Lambda::EventSourceMapping extra-2: ${notBuilt}`,
      `AWS::IAM::User extra-3: ${notBuilt}`,
    ],
    (a) =>
      Object.assign(a.resources, {
        Extra1: ['AWS::Lambda::Permission', 'extra-1'],
        Extra2: ['AWS::Lambda::EventSourceMapping', 'extra-2'],
        Extra3: ['AWS::IAM::User', 'extra-3'],
      }),
  ],
  [
    'a policy that nothing builds, attached to a role that is built',
    [`${role}: policy extra`, `AWS::IAM::Policy shop-extra: ${notBuilt}`],
    (a) => {
      Object.assign(a.policies, { extra: allow('*', '*') })
      Object.assign(a.resources, { Extra: ['AWS::IAM::Policy', 'shop-extra'] })
    },
  ],
  [
    'a function in the place of something else',
    [`function shop-extra: ${notBuilt}`],
    (a) => Object.assign(a.resources, { Alarm: ['AWS::Lambda::Function', 'shop-extra'] }),
  ],
  [
    'something that is gone',
    ['AWS::CloudWatch::Alarm Alarm: is not there'],
    (a) => Reflect.deleteProperty(a.resources, 'Alarm'),
  ],
  [
    'what somebody deployed with other properties',
    ['template shop: Alarm'],
    (a) => Object.assign(a.template.Resources.Alarm, { Properties: { Threshold: 1_000_000 } }),
  ],
  [
    'a template with a macro, which may add anything',
    ['template shop: Transform'],
    (a) => Object.assign(a.template, { Transform: 'shop-macro' }),
  ],
  [
    'a template with a function of CloudFormation',
    ['template shop: can’t be read'],
    edited(asYaml, 'shop-sweep', '!Sub shop-sweep'),
  ],
  [
    'a template with a key twice',
    ['template shop: can’t be read'],
    edited(JSON.stringify, '"Resources"', '"Resources":{},"Resources"'),
  ],
  [
    'a stack that nothing builds',
    [`stack shop-extra: ${notBuilt}`],
    (a) =>
      a.otherStacks.push(
        { name: 'shop-extra', service: 'shop', status: 'UPDATE_COMPLETE' },
        { name: 'shop-staging-api', service: 'shop-staging', status: 'CREATE_COMPLETE' },
        { name: 'another', service: 'another', status: 'CREATE_COMPLETE' },
      ),
  ],
])('%s is named', async (_, expected, change) => {
  const { text, isSame } = described(await verified(change), 'shop')
  const lines = text.split('\n').slice(0, -3)
  expect(lines.map((line) => line.replace(/ {2,}/, ' '))).toEqual(
    expected.map((line) => expect.stringMatching(new RegExp(`^${line.replaceAll('*', '.*')}$`))),
  )
  expect(isSame).toBe(false)
})
