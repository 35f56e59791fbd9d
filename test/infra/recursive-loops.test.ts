import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { functionRoles } from './permissions.ts'
import { ownTemplates, propertiesOf, resourcesOf, type Template } from './synthesis.ts'

const named = z.object({ FunctionName: z.string(), RecursiveLoop: z.string().optional() })
const mapping = z.object({ EventSourceArn: z.string(), FunctionName: z.string() })
const strings = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat())

/** Calls that Lambda counts: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
const counted = ['sqs:SendMessage', 'lambda:InvokeFunction']

let templates: ReadonlyMap<string, Template>

beforeAll(async () => {
  templates = await ownTemplates()
})

const last = (arn: string) => arn.split(':').at(-1) ?? ''

/** By name or logical ID: `quittance-sweep`. */
function namesOfFunctions(): ReadonlyMap<string, string> {
  return new Map(
    resourcesOf(templates, 'AWS::Lambda::Function').flatMap(({ logicalId, properties }) => {
      const { data } = named.safeParse(properties)
      return data ? [[logicalId, data.FunctionName] as const] : []
    }),
  )
}

/** The functions that may be started by something that each function may do, by name. */
function reachedDirectly(): ReadonlyMap<string, readonly string[]> {
  const names = namesOfFunctions()
  const queueNames = new Map(
    resourcesOf(templates, 'AWS::SQS::Queue').map(({ logicalId, properties }) => [
      logicalId,
      z.string().parse(properties['QueueName']),
    ]),
  )
  const consumers = propertiesOf(templates, 'AWS::Lambda::EventSourceMapping').map((each) => {
    const { EventSourceArn, FunctionName } = mapping.parse(each)
    const queue = queueNames.get(last(EventSourceArn)) ?? last(EventSourceArn)
    const consumer = names.get(FunctionName) ?? last(FunctionName)
    return { queue, consumer }
  })
  expect(consumers).not.toEqual([])
  const reached = [...functionRoles(templates)].map(([name, { policies }]) => {
    const resources = policies
      .flatMap(({ Statement }) => Statement)
      .filter(
        ({ Effect, Action }) =>
          Effect === 'Allow' && counted.some((one) => [Action].flat().includes(one)),
      )
      .flatMap(({ Resource }) => strings.parse(Resource).map(last))
    const consuming = consumers.flatMap(({ queue, consumer }) =>
      resources.includes(queue) ? [consumer] : [],
    )
    const invoked = resources.filter((resource) => [...names.values()].includes(resource))
    return [`quittance-${name}`, [...consuming, ...invoked]] as const
  })
  return new Map(reached)
}

/** Functions that what they do may start again, however long the chain. */
function inLoops(): string[] {
  const direct = reachedDirectly()
  return [...direct.keys()].filter((start) => {
    const reached = new Set(direct.get(start))
    for (const name of reached) for (const next of direct.get(name) ?? []) reached.add(next)
    return reached.has(start)
  })
}

it('Lambda stops no chain in which a function starts itself', () => {
  const allowed = propertiesOf(templates, 'AWS::Lambda::Function').flatMap((properties) => {
    const { data } = named.safeParse(properties)
    return data?.RecursiveLoop === 'Allow' ? [data.FunctionName] : []
  })
  const loops = inLoops()
  expect(loops).toContain('quittance-operator-start-export')
  expect(loops).not.toContain('quittance-deliver-webhooks')
  expect(allowed.toSorted()).toEqual(loops.toSorted())
})
