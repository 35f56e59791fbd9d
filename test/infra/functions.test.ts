import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { planConcurrency } from '../../infra/aws/concurrency-plan.ts'
import { functions } from '../../infra/functions.ts'
import { routesOf } from '../../infra/local/gateway/route.ts'
import { rows } from './function-rows.ts'
import {
  ownTemplates,
  propertiesOf,
  resourcesOf,
  type Template,
  templatesWith,
} from './synthesis.ts'

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

describe('every function', () => {
  it('is made as its row says', () => {
    const all = propertiesOf(templates, 'AWS::Lambda::Function')
    const logs = propertiesOf(templates, 'AWS::Logs::LogGroup')
    for (const [name, { memoryMb, timeoutSeconds }] of rows) {
      const functionName = `quittance-${name}`
      const made = all.filter(({ FunctionName }) => FunctionName === functionName)
      expect(made, name).toMatchObject([
        {
          Runtime: 'nodejs24.x',
          Architectures: ['arm64'],
          Handler: 'index.handler',
          MemorySize: memoryMb,
          Timeout: timeoutSeconds,
          LoggingConfig: { LogFormat: 'JSON' },
        },
      ])
      const logGroup = { LogGroupName: `/aws/lambda/${functionName}`, RetentionInDays: 30 }
      expect(logs).toContainEqual(expect.objectContaining(logGroup))
    }
  })

  it('gets no node URL, which may hold a key', () => {
    const text = JSON.stringify([...templates])
    expect(text).not.toContain('node.test')
    expect(text).not.toContain('base.test')
  })
})

describe('what runs at a time', () => {
  const reservedIn = (made: ReadonlyMap<string, Template>) =>
    Object.fromEntries(
      resourcesOf(made, 'AWS::Lambda::Function').flatMap(({ properties }) => {
        const { FunctionName, ReservedConcurrentExecutions: reserved } = properties
        return reserved === undefined ? [] : [[String(FunctionName), reserved]]
      }),
    )
  const methodSettings = z.array(
    z.object({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
    }),
  )
  /** The limits of methods that invoke a function, by `POST /api/v1/quotes`. */
  const throttlesIn = (made: ReadonlyMap<string, Template>) =>
    Object.fromEntries(
      propertiesOf(made, 'AWS::ApiGateway::Stage')
        .flatMap(({ MethodSettings }) => methodSettings.parse(MethodSettings))
        .filter(({ HttpMethod }) => HttpMethod !== '*')
        .map(
          ({
            HttpMethod,
            ResourcePath,
            ThrottlingRateLimit: rate,
            ThrottlingBurstLimit: burst,
          }) => {
            const resource = ResourcePath.slice(1).replaceAll('~1', '/')
            return [`${HttpMethod} ${resource}`, { rate, burst }]
          },
        ),
    )
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const streamsIn = (made: ReadonlyMap<string, Template>) =>
    JSON.stringify([...made]).split('/api/checkout/sessions/{id}/stream').length - 1

  it('is shared as the plan for the quota says', () => {
    const { reserved, batches } = planConcurrency(1000)
    const expected = Object.entries(reserved).map(([name, most]) => [`quittance-${name}`, most])
    expect(reservedIn(templates)).toEqual(Object.fromEntries(expected))
    const mappings = propertiesOf(templates, 'AWS::Lambda::EventSourceMapping')
    expect(mappings.map(({ ScalingConfig }) => ScalingConfig)).toEqual(
      Object.values(batches).map((most) => (most ? { MaximumConcurrency: most } : {})),
    )
    expect(streamsIn(templates)).toBe(1)
    expect(propertiesOf(templates, 'AWS::Lambda::Function')).toContainEqual(
      expect.objectContaining({
        FunctionName: 'quittance-stream-session',
        Environment: { Variables: expect.objectContaining({ MOST_STREAMS: '200' }) },
      }),
    )
  })

  // A limit of the stage would be one for each of its methods: all together, 180 times as much.
  it('leaves room for what all methods accept together, in bursts and for long', () => {
    const routes = routesOf(functions).map(({ method, resource }) => `${method} ${resource}`)
    const throttles = throttlesIn(templates)
    expect(Object.keys(throttles).sort()).toEqual(routes.sort())
    const left = 1000 - sum(Object.values(reservedIn(templates)).map(Number))
    // Half a second each.
    expect(sum(Object.values(throttles).map(({ rate }) => rate / 2))).toBeLessThanOrEqual(left)
    expect(sum(Object.values(throttles).map(({ burst }) => burst))).toBeLessThanOrEqual(left)
    expect(throttles['POST /api/v1/checkout_sessions']?.rate).toBeGreaterThan(50)
    for (const { rate } of Object.values(throttles)) expect(rate).toBeGreaterThan(1)
  })

  it('fits a new account if nobody has read the quota: nothing is reserved, and pages have no stream', async () => {
    const made = await templatesWith('restored')
    expect(reservedIn(made)).toEqual({})
    expect(streamsIn(made)).toBe(0)
    expect(JSON.stringify([...made])).not.toContain('stream-session')
    for (const { rate, burst } of Object.values(throttlesIn(made))) {
      expect(rate).toBeGreaterThanOrEqual(0.5)
      expect(burst).toBeGreaterThanOrEqual(2)
    }
  })
})
