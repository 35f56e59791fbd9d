import { beforeAll, describe, expect, it } from 'vitest'
import { planConcurrency } from '../../infra/aws/concurrency-plan.ts'
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
  it.each(rows)('%s is made as its row says', (name, row) => {
    const functionName = `quittance-${name}`
    const made = propertiesOf(templates, 'AWS::Lambda::Function').filter(
      ({ FunctionName }) => FunctionName === functionName,
    )
    expect(made).toMatchObject([
      {
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: row.memoryMb,
        Timeout: row.timeoutSeconds,
        LoggingConfig: { LogFormat: 'JSON' },
      },
    ])
    expect(propertiesOf(templates, 'AWS::Logs::LogGroup')).toContainEqual(
      expect.objectContaining({ LogGroupName: `/aws/lambda/${functionName}`, RetentionInDays: 30 }),
    )
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
  const throttlesIn = (made: ReadonlyMap<string, Template>) =>
    resourcesOf(made, 'AWS::ApiGateway::Stage').map(
      ({ properties }) => properties['MethodSettings'],
    )
  const streamsIn = (made: ReadonlyMap<string, Template>) =>
    JSON.stringify([...made]).split('/api/checkout/sessions/{id}/stream').length - 1

  it('is shared as the plan for the quota says', () => {
    const { reserved, batches, throttles } = planConcurrency(1000)
    const expected = Object.entries(reserved).map(([name, most]) => [`quittance-${name}`, most])
    expect(reservedIn(templates)).toEqual(Object.fromEntries(expected))
    const mappings = propertiesOf(templates, 'AWS::Lambda::EventSourceMapping')
    expect(mappings.map(({ ScalingConfig }) => ScalingConfig)).toEqual(
      Object.values(batches).map((most) => (most ? { MaximumConcurrency: most } : {})),
    )
    expect(throttlesIn(templates)).toEqual(
      [throttles.api, throttles.checkout, throttles.dashboard].map(({ ratePerSecond, burst }) => [
        expect.objectContaining({
          ThrottlingRateLimit: ratePerSecond,
          ThrottlingBurstLimit: burst,
        }),
      ]),
    )
    expect(streamsIn(templates)).toBe(1)
    expect(propertiesOf(templates, 'AWS::Lambda::Function')).toContainEqual(
      expect.objectContaining({
        FunctionName: 'quittance-stream-session',
        Environment: { Variables: expect.objectContaining({ MOST_STREAMS: '200' }) },
      }),
    )
  })

  it('fits a new account if nobody has read the quota: nothing is reserved, and pages have no stream', async () => {
    const made = await templatesWith('restored')
    expect(reservedIn(made)).toEqual({})
    expect(streamsIn(made)).toBe(0)
    expect(JSON.stringify([...made])).not.toContain('stream-session')
    expect(JSON.stringify(throttlesIn(made))).toContain('"ThrottlingRateLimit":1.4')
  })
})
