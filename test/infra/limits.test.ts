import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { resourcesOf, type Template, templatesWith } from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await templatesWith('wanted')
})

const longestPrefix = 'x'.repeat(19)
const longestRegion = 'ap-southeast-1'

/** A text of a template as long as any settings make it. */
const longest = (text: string) =>
  text.replaceAll('quittance', longestPrefix).replaceAll('eu-central-1', longestRegion)

function lengthsOf(type: string, measure: (properties: Record<string, unknown>) => unknown) {
  const found = resourcesOf(templates, type).map(({ logicalId, properties }) => {
    const value = measure(properties)
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
    return [logicalId, longest(text).length] as const
  })
  expect(found, type).not.toEqual([])
  return found
}

const object = z.record(z.string(), z.unknown())

function valueAt(properties: Record<string, unknown>, path: string): unknown {
  const [name = '', ...rest] = path.split('.')
  const value = properties[name]
  return rest.length === 0 ? value : valueAt(object.parse(value), rest.join('.'))
}

/** AWS's limits in characters, which it checks at the deployment: a synthesis succeeds without them. */
it.each([
  ['AWS::Lambda::Function', 'FunctionName', 64],
  ['AWS::Lambda::Function', 'Description', 256],
  // Also of the forwarding of IAM's events, whose rules and role a generated name would cut.
  ['AWS::IAM::Role', 'RoleName', 64],
  ['AWS::CloudFront::Function', 'Name', 64],
  ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig.Name', 64],
  ['AWS::CloudWatch::Dashboard', 'DashboardName', 255],
  ['AWS::StepFunctions::StateMachine', 'StateMachineName', 80],
  ['AWS::StepFunctions::StateMachine', 'DefinitionString', 1_000_000],
  ['AWS::SQS::Queue', 'QueueName', 80],
  ['AWS::Events::Rule', 'Name', 64],
  ['AWS::Events::Rule', 'EventPattern', 2_048],
  ['AWS::CloudWatch::Alarm', 'AlarmName', 255],
  ['AWS::CloudWatch::Alarm', 'AlarmDescription', 1_024],
  ['AWS::Logs::LogGroup', 'LogGroupName', 512],
  ['AWS::Logs::MetricFilter', 'FilterPattern', 1_024],
  ['AWS::KMS::Key', 'KeyPolicy', 32_768],
  ['AWS::ApiGateway::RestApi', 'Body', 6_000_000],
] as const)('every %s has a %s of at most %d characters', (type, property, most) => {
  for (const [logicalId, length] of lengthsOf(type, (properties) =>
    valueAt(properties, property),
  )) {
    expect(length, logicalId).toBeLessThanOrEqual(most)
  }
})

const variables = z.object({ Variables: z.record(z.string(), z.string()) })
const policies = z.array(z.object({ PolicyDocument: z.unknown() })).default([])

describe('what AWS adds up', () => {
  it('are the variables of a function, to 4 kB', () => {
    const measured = lengthsOf('AWS::Lambda::Function', ({ Environment }) => {
      const { Variables } = variables.parse(Environment ?? { Variables: {} })
      return Object.entries(Variables).flat().join('')
    })
    for (const [logicalId, length] of measured) expect(length, logicalId).toBeLessThan(4_096)
  })

  it('are the policies in a role, to 10,240 characters', () => {
    const measured = lengthsOf('AWS::IAM::Role', ({ Policies }) =>
      policies.parse(Policies).map(({ PolicyDocument }) => PolicyDocument),
    )
    for (const [logicalId, length] of measured) expect(length, logicalId).toBeLessThan(10_240)
  })

  it('are the paths of an API, to 300, and the behaviors of CloudFront, to 25', () => {
    for (const { properties } of resourcesOf(templates, 'AWS::ApiGateway::RestApi')) {
      const { paths } = z
        .object({ paths: z.record(z.string(), z.unknown()) })
        .parse(properties['Body'])
      expect(Object.keys(paths).length).toBeLessThan(300)
    }
    const config = z.object({ CacheBehaviors: z.array(z.unknown()) })
    for (const { properties } of resourcesOf(templates, 'AWS::CloudFront::Distribution')) {
      const { CacheBehaviors } = config.parse(properties['DistributionConfig'])
      expect(CacheBehaviors.length).toBeLessThan(25)
    }
  })

  it('are the rules of an event bus, to 300, and the outputs of a stack, to 200', () => {
    expect(resourcesOf(templates, 'AWS::Events::Rule').length).toBeLessThan(100)
    for (const { Outputs } of templates.values()) {
      expect(Object.keys(Outputs).length).toBeLessThan(200)
    }
  })
})
