import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { prefixProblem } from '../../infra/aws/prefix-problem.ts'
import { functions } from '../../infra/functions.ts'
import {
  ownSettings,
  ownTemplates,
  resourcesOf,
  synthesize,
  type Template,
  templatesWith,
} from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

type Named = { type: string; logicalId: string; name: string }

/** Every resource with an explicit name, such as a function's `FunctionName`. */
function named(of = templates): Named[] {
  const types = new Set(
    [...of.values()].flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
  )
  return [...types].flatMap((type) =>
    resourcesOf(of, type).flatMap(({ logicalId, properties }) => {
      const name = nameOf(type, properties)
      return name === undefined ? [] : [{ type, logicalId, name }]
    }),
  )
}

function nameOf(type: string, properties: Record<string, unknown>): string | undefined {
  const kind = type.split('::').at(-1) ?? ''
  const config = z.looseObject({}).safeParse(properties[`${kind}Config`]).data
  const name = properties['Name'] ?? properties[`${kind}Name`] ?? config?.['Name']
  return name === undefined ? undefined : String(name)
}

/**
 * Types of which CloudFormation replaces a resource only when its name changes, or a property that no setting and no
 * update of ours changes. With a name, a replacement would collide with what it replaces.
 */
const neverReplaced = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Backup::BackupVault',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::StepFunctions::StateMachine',
  'AWS::WAFv2::WebACL',
])

it('no resource has a name that CloudFormation may have to replace', () => {
  expect(named().length).toBeGreaterThan(100)
  expect(named().filter(({ type }) => !neverReplaced.has(type))).toEqual([])
})

describe('deployments in one account', () => {
  /** Unique in the account, whatever the Region. */
  const inAccount = /^AWS::(Budgets|CloudFront|IAM|Route53|S3)::|^AWS::CloudWatch::Dashboard$/
  /** Names within a role, or within an API. */
  const inParent = new Set(['AWS::IAM::Policy', 'AWS::ApiGateway::Stage'])

  let wanted: ReadonlyMap<string, Template>

  beforeAll(async () => {
    wanted = await templatesWith('wanted')
  })

  type Place = { prefix: string; region: string }

  /** Names of a deployment there; those that are unique in a Region only begin with it. */
  function namesAt({ prefix, region }: Place): string[] {
    const all = named(wanted).filter(({ type }) => !inParent.has(type))
    const here = (text: string) =>
      text.replaceAll('quittance', prefix).replaceAll('eu-central-1', region)
    const stacks = [...wanted.keys()].map((stack) => {
      const place = /iam-events|visitor-limit/.test(stack) ? 'us-east-1' : region
      return `${place} stack ${here(stack)}`
    })
    return [
      ...stacks,
      ...all.map(({ type, name }) => `${inAccount.test(type) ? '' : region} ${type} ${here(name)}`),
    ]
  }

  it('have no name that CloudFormation may have to replace, whatever the owner wants', () => {
    expect(named(wanted).filter(({ type }) => !neverReplaced.has(type))).toEqual([])
  })

  it('share no name, with two prefixes in two Regions', () => {
    const prefixes = ['quittance', 'staging']
    const regions = ['eu-central-1', 'us-west-2']
    const names = prefixes.flatMap((prefix) =>
      regions.flatMap((region) => namesAt({ prefix, region })),
    )
    expect(names.length).toBeGreaterThan(4 * 500)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('a prefix', () => {
  const functionNames = Object.keys(functions)

  /** The beginnings of a name after the prefix: `operator`, `operator-create`, … of `operator-create-api-key`. */
  function beginnings(name: string): string[] {
    const [, rest = ''] = /quittance-([a-z-]+?)(?:-eu-central-1.*)?$/i.exec(name) ?? []
    const words = rest.split('-')
    return words.slice(1).map((_, index) => words.slice(0, index + 1).join('-'))
  }

  it('is refused if another deployment could have the same names', () => {
    const all = [...templates.keys(), ...named().map(({ name }) => name)].flatMap(beginnings)
    const endings = new Set(all)
    expect(endings.size).toBeGreaterThan(50)
    const accepted = [...endings].filter(
      (ending) => prefixProblem(`shop-${ending}`, functionNames) === undefined,
    )
    expect(accepted).toEqual(['test'])
    expect(prefixProblem('shop-operator', functionNames)).toMatch(
      /^The prefix shop-operator could collide with a deployment that has the prefix shop, /,
    )
    expect(prefixProblem('my-shop-scan', functionNames)).toContain('has the prefix my-shop,')
  })

  it.each([
    'quittance',
    'shop',
    'my-shop',
    'shop-test',
    'shop-live',
    'shop-staging',
    'shop-eu-2',
    'a-',
  ])('%s is accepted', (prefix) => {
    expect(prefixProblem(prefix, functionNames)).toBeUndefined()
  })

  it('may end with test, because nothing is called like what follows', () => {
    const rests = named().map(({ name }) => name.replace('quittance-', ''))
    const following = rests.flatMap((rest) => /^test-(.+)$/.exec(rest)?.[1] ?? [])
    expect(following).not.toEqual([])
    expect(rests.filter((rest) => following.includes(rest))).toEqual([])
  })

  it('that is refused stops a deployment before it begins', async () => {
    const settings = { ...ownSettings, prefix: 'shop-operator' }
    await expect(synthesize(undefined, settings)).rejects.toThrow('The prefix shop-operator could')
  })
})

describe('a second Region with the same prefix', () => {
  const worldwide = /^AWS::(CloudFront|IAM|Route53|S3)::/
  // An inline policy belongs to its role.
  const inline = 'AWS::IAM::Policy'

  it('has different names for global resources', () => {
    const names = named().filter(({ type }) => worldwide.test(type) && type !== inline)
    const kinds = new Set(names.map(({ type }) => type))
    expect([...kinds].sort()).toEqual([
      'AWS::CloudFront::CachePolicy',
      'AWS::CloudFront::Function',
      'AWS::CloudFront::OriginAccessControl',
      'AWS::CloudFront::ResponseHeadersPolicy',
      'AWS::IAM::Role',
    ])
    expect(names.filter(({ name }) => !name.includes('eu-central-1'))).toEqual([])
  })
})

it('another originKey creates another key, which the APIs accept before CloudFront sends it', async () => {
  const [before] = resourcesOf(templates, 'AWS::ApiGateway::ApiKey')
  const [readBefore] = resourcesOf(templates, 'Custom::OriginKey')
  const [same] = resourcesOf(await templatesWith('wanted'), 'AWS::ApiGateway::ApiKey')
  expect(same?.logicalId).toBe(before?.logicalId)
  const after = await templatesWith('restored')
  const [changed] = resourcesOf(after, 'AWS::ApiGateway::ApiKey')
  expect(changed?.logicalId).not.toBe(before?.logicalId)
  const [read] = resourcesOf(after, 'Custom::OriginKey')
  expect(read?.logicalId).not.toBe(readBefore?.logicalId)
  expect(read?.properties['KeyId']).toBe(changed?.logicalId)
  expect(changed?.properties).not.toHaveProperty('Name')
  const [inPlan] = resourcesOf(after, 'AWS::ApiGateway::UsagePlanKey')
  const [distribution] = resourcesOf(after, 'AWS::CloudFront::Distribution')
  expect(distribution).toMatchObject({ DependsOn: expect.arrayContaining([inPlan?.logicalId]) })
})
