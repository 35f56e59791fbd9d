import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readSettings } from '../../infra/aws/settings.ts'
import { functions } from '../../infra/functions.ts'
import {
  ownSettings,
  ownTemplates,
  propertiesOf,
  resourcesOf,
  restoredSettings,
  synthesize,
  type Template,
  templatesWith,
  wantedSettings,
} from './synthesis.ts'
import { settingPayoutWallets, storingAccounts } from './wallet-functions.ts'

const { webAclArn } = restoredSettings

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await templatesWith('wanted')
})

it('the contact for reports is in security.txt, which the function for pages has', async () => {
  const codes = (all: typeof templates) =>
    propertiesOf(all, 'AWS::CloudFront::Function').map(({ FunctionCode }) => String(FunctionCode))
  expect(codes(templates).filter((code) => code.includes('https://shop.example/security'))).toEqual(
    [expect.stringContaining('/.well-known/security.txt')],
  )
  expect(codes(await ownTemplates()).join()).not.toContain('https://shop.example')
})

it('a web ACL is in front of everything', async () => {
  const restored = await templatesWith('restored')
  expect(propertiesOf(restored, 'AWS::CloudFront::Distribution')).toMatchObject([
    { DistributionConfig: { WebACLId: webAclArn } },
  ])
})

describe('signed code', () => {
  it('is that of the functions that open or change the wallet, and Lambda accepts no other for them', () => {
    const signed = propertiesOf(templates, 'AWS::Lambda::Function').filter(
      ({ CodeSigningConfigArn }) => CodeSigningConfigArn !== undefined,
    )
    const names = new Set([...settingPayoutWallets, ...storingAccounts, 'sweep'])
    const codes = [...names].map((name) => ({
      S3Bucket: 'signed-code',
      S3Key: `signed/${name}.zip`,
    }))
    expect(signed.map(({ Code }) => Code)).toEqual(expect.arrayContaining(codes))
    expect(signed).toHaveLength(codes.length)
  })

  it('leaves none of them out', async () => {
    const { keys, ...others } = JSON.parse(wantedSettings.signedCode)
    const signedCode = JSON.stringify({ ...others, keys: { ...keys, sweep: undefined } })
    await expect(synthesize(undefined, { ...ownSettings, signedCode })).rejects.toThrow(
      /"signedCode" must have the keys of exactly the functions .+ sweep/,
    )
  })
})

describe('a limit for each visitor', () => {
  const stack = 'quittance-visitor-limit-eu-central-1'

  it('keeps no sample of requests, whose headers have cookies and API keys', () => {
    const [acl] = resourcesOf(templates, 'AWS::WAFv2::WebACL')
    const text = JSON.stringify(acl?.properties)
    expect(text.match(/"SampledRequestsEnabled":false/g)).toHaveLength(2)
    expect(text).not.toContain('"SampledRequestsEnabled":true')
  })

  it('is a web ACL for CloudFront, which finds it in another Region', () => {
    const [{ DistributionConfig } = {}] = Object.values(
      templates.get('quittance-pages')?.Resources ?? {},
    ).flatMap(({ Type, Properties }) => (Type.endsWith('::Distribution') ? [Properties] : []))
    expect(DistributionConfig).toMatchObject({
      WebACLId: {
        'Fn::GetStackOutput': { StackName: stack, OutputName: 'WebAclArn', Region: 'us-east-1' },
      },
    })
    const [acl] = resourcesOf(templates, 'AWS::WAFv2::WebACL')
    expect(templates.get(stack)?.Outputs['WebAclArn']?.Value).toEqual({
      'Fn::GetAtt': [acl?.logicalId, 'Arn'],
    })
  })

  it('blocks an address that makes too many requests, and none of a server', () => {
    expect(propertiesOf(templates, 'AWS::WAFv2::WebACL')).toMatchObject([
      {
        Scope: 'CLOUDFRONT',
        DefaultAction: { Allow: {} },
        CustomResponseBodies: {
          TooManyRequests: {
            ContentType: 'APPLICATION_JSON',
            Content: expect.stringContaining('"code":"rate_limit_exceeded"'),
          },
        },
        Rules: [
          {
            Action: {
              Block: {
                CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'TooManyRequests' },
              },
            },
            Statement: {
              RateBasedStatement: {
                Limit: 2000,
                EvaluationWindowSec: 300,
                AggregateKeyType: 'IP',
              },
            },
          },
        ],
      },
    ])
    const isCounted = (path: string) => !excepted(templates).some((start) => path.startsWith(start))
    const paths = Object.values(functions).flatMap(({ trigger }) =>
      trigger.kind === 'route' ? [trigger.path] : [],
    )
    const ofServers = paths.filter((path) => !isCounted(path))
    expect(ofServers.filter((path) => !/^\/api\/(v1|chain|providers)\//.test(path))).toEqual([])
    expect(paths.filter((path) => /^\/api\/(v1|chain|providers)\//.test(path))).toEqual(ofServers)
    expect(isCounted('/checkout/cs_1')).toBe(true)
  })
})

const scope = z.object({
  RateBasedStatement: z.object({
    ScopeDownStatement: z.object({
      NotStatement: z.object({
        Statement: z.object({
          OrStatement: z.object({
            Statements: z.array(
              z.object({
                ByteMatchStatement: z.object({
                  SearchString: z.string(),
                  PositionalConstraint: z.literal('STARTS_WITH'),
                }),
              }),
            ),
          }),
        }),
      }),
    }),
  }),
})

/** How the paths begin whose requests the limit doesn't count. */
function excepted(of: ReadonlyMap<string, Template>): string[] {
  const [acl] = propertiesOf(of, 'AWS::WAFv2::WebACL')
  const [rule] = z.array(z.object({ Statement: scope })).parse(acl?.['Rules'])
  const { Statements = [] } =
    rule?.Statement.RateBasedStatement.ScopeDownStatement.NotStatement.Statement.OrStatement ?? {}
  return Statements.map(({ ByteMatchStatement }) => ByteMatchStatement.SearchString)
}

it('requests go to the APIs that a deployment gives, whatever CloudFormation knows', () => {
  const pages = templates.get('quittance-pages')
  const text = JSON.stringify(pages)
  for (const id of ['api2', 'checkout2', 'dashboard2', 'callbacks2'])
    expect(text).toContain(`"${id}.execute-api.`)
  expect(text).not.toMatch(/"Fn::GetStackOutput":\{"StackName":"quittance-(?!visitor-limit)/)
  expect(pages?.Outputs['UsesCheckout']).toEqual({ Value: 'checkout2' })
})

it('HSTS covers other subdomains only if the owner says so', () => {
  const policies = propertiesOf(templates, 'AWS::CloudFront::ResponseHeadersPolicy')
  expect(policies).toHaveLength(4)
  for (const { ResponseHeadersPolicyConfig: config } of policies) {
    expect(config).toMatchObject({
      SecurityHeadersConfig: {
        StrictTransportSecurity: { IncludeSubdomains: true, Preload: true },
      },
    })
  }
})

it('tags are on what can have some, beside the deployment’s own', () => {
  for (const type of ['AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::SQS::Queue']) {
    const tagged = propertiesOf(templates, type)
    expect(tagged.length).toBeGreaterThan(0)
    for (const { Tags } of tagged) {
      expect(Tags).toEqual(
        expect.arrayContaining([
          { Key: 'team', Value: 'payments' },
          { Key: 'service', Value: 'quittance' },
        ]),
      )
    }
  }
})

it('a budget emails the owner before it is used up', () => {
  const [budget] = propertiesOf(templates, 'AWS::Budgets::Budget')
  expect(budget).toMatchObject({
    Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY', BudgetType: 'COST' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'ACTUAL', Threshold: 100 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ],
  })
  expect(JSON.stringify(budget).split('owner@example.com')).toHaveLength(4)
})

it('the dashboard shows metrics that exist', () => {
  const [dashboard] = propertiesOf(templates, 'AWS::CloudWatch::Dashboard')
  expect(dashboard).toMatchObject({ DashboardName: 'quittance-payments-eu-central-1' })
  const body = String(dashboard?.['DashboardBody'])
  for (const name of ['SessionOpened', 'NoticedSeconds', 'DeliveryArrived', 'FailedInvocations']) {
    expect(body).toContain(`"quittance","${name}"`)
  }
  expect(body).toContain('"quittance-webhook-deliveries-live"')
})

it('backups are kept for longer than 35 days, and after the stack is deleted', () => {
  expect(propertiesOf(templates, 'AWS::Backup::BackupPlan')).toMatchObject([
    {
      BackupPlan: {
        BackupPlanRule: [
          { ScheduleExpression: 'cron(0 5 ? * SUN *)', Lifecycle: { DeleteAfterDays: 365 } },
        ],
      },
    },
  ])
  const [table] = resourcesOf(templates, 'AWS::DynamoDB::Table')
  expect(propertiesOf(templates, 'AWS::Backup::BackupSelection')).toMatchObject([
    { BackupSelection: { Resources: [expect.stringContaining(`table/${table?.logicalId}`)] } },
  ])
  expect(resourcesOf(templates, 'AWS::Backup::BackupVault')).toMatchObject([
    { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' },
  ])
})

it('backups can be disabled and enabled again, because their vault never leaves the stack', async () => {
  const ids = (of: ReadonlyMap<string, Template>) =>
    resourcesOf(of, 'AWS::Backup::BackupVault').map(({ logicalId, properties }) => [
      logicalId,
      JSON.stringify(properties['BackupVaultName']),
    ])
  expect(ids(await ownTemplates())).toEqual(ids(templates))
  expect(ids(templates)).toHaveLength(1)
})

it('nothing of this is deployed unless it is wanted', async () => {
  const plain = await ownTemplates()
  for (const type of [
    'Budgets::Budget',
    'CloudWatch::Dashboard',
    'Backup::BackupPlan',
    'WAFv2::WebACL',
  ]) {
    expect(resourcesOf(plain, `AWS::${type}`)).toEqual([])
  }
  const [distribution] = resourcesOf(plain, 'AWS::CloudFront::Distribution')
  expect(JSON.stringify(distribution)).not.toContain('WebACLId')
})

describe('a setting that cannot work is refused', () => {
  const read = (context: Record<string, unknown>) => readSettings((name) => context[name])

  it.each([
    [{ webAclArn: webAclArn.replace('us-east-1', 'eu-central-1') }, /in us-east-1 and global/],
    [{ webAclArn: webAclArn.replace('global', 'regional') }, /in us-east-1 and global/],
    [{ webAclArn, visitorLimit: '2000' }, /CloudFront takes one web ACL/],
    [{ visitorLimit: '50' }, /visitorLimit/],
    [{ tags: '{team' }, /a JSON object of strings, such as \{"team":"payments"\}/],
    [{ tags: '{"aws:team":"payments"}' }, /must not begin with "aws:"/],
    [{ tags: { service: 'mine' } }, /is set already/],
    [{ tags: { team: 1 } }, /tags/],
    [{ tags: { team: 'a<b' } }, /letters, numbers, spaces/],
    [{ monthlyBudgetUsd: '50' }, /monthlyBudgetUsd needs alarmEmail/],
    [{ monthlyBudgetUsd: '-1', alarmEmail: 'owner@example.com' }, /monthlyBudgetUsd/],
    [{ metricsDashboard: 'yes' }, /metricsDashboard/],
    [{ backupDays: '35' }, /more than the 35 days/],
  ])('%j', (context, message) => {
    expect(() => read(context)).toThrow(message)
  })

  it('but objects and booleans of a file are accepted', () => {
    expect(read({ tags: { team: 'payments' }, metricsDashboard: true })).toMatchObject({
      tags: { team: 'payments' },
      metricsDashboard: true,
    })
  })
})
