import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { loadWork } from '../../shared/admin/operators/store/work.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { operatorOperations } from '../../shared/operator-operations.ts'
import { addNetwork } from '../../shared/payments/networks/add-network.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { nowhere } from '../../test/local-aws.ts'

const marked = 'marked-secret-8453'
const node = `${nowhere}/${marked}`

/** Inputs that hold a secret in a list of objects, which no option of the terminal can name. */
const nested: Readonly<Record<string, Record<string, unknown>>> = {
  'seed-networks': { networks: [{ chainId: 8453, urls: [node] }] },
}

type Property = z.infer<typeof property>
const property = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).default([]),
  examples: z.array(z.unknown()).default([]),
  secret: z.string().optional(),
})
const schema = z.object({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
})

function sample({ type, enum: [first], examples: [example], secret }: Property): unknown {
  if (secret !== undefined && type !== 'array') return marked
  if (secret !== undefined) return [node]
  return first ?? example ?? (type === 'integer' ? 1 : 'text')
}

/** A valid input; its secret fields are marked. */
function inputOf({ name, body }: Operation): Record<string, unknown> {
  if (nested[name]) return nested[name]
  const { properties, required } = schema.parse(z.toJSONSchema(body, { io: 'input' }))
  const given = Object.entries(properties).filter(([field]) => required.includes(field))
  return Object.fromEntries(given.map(([field, each]) => [field, sample(each)]))
}

const inBackground = operatorOperations.filter(
  ({ caller }) => caller.kind === 'operator' && caller.inBackground,
)

/** The functions with what they invoked, and all that the table holds. */
async function fixture() {
  const invoked: string[] = []
  const { table, post, invoke } = await atDashboard('owner', {
    variables: { AWS_LAMBDA_FUNCTION_NAME: 'under-test' },
    onInvoke: async (event) => void invoked.push(event),
  })
  async function start(operation: Operation) {
    const { statusCode, body } = await post(operation.name, inputOf(operation))
    expect([operation.name, statusCode, body]).toEqual([operation.name, 202, expect.any(String)])
    const { workId } = z.object({ workId: z.string() }).parse(JSON.parse(body))
    return workId
  }
  async function stored() {
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }))
    return JSON.stringify(Items)
  }
  return { table, invoked, invoke, start, stored }
}

it.each(inBackground.map((operation) => [operation.name, operation] as const))(
  '%s: the event names the work alone, and a secret is nowhere readable',
  async (_, operation) => {
    const { invoked, start, stored } = await fixture()
    const workId = await start(operation)
    expect(invoked.map((event) => JSON.parse(event))).toEqual([{ door: 'background', workId }])
    expect(await stored()).not.toContain(marked)
  },
)

it('begins with the input that was sealed, and removes it', async () => {
  const { table, invoked, invoke, start } = await fixture()
  const workId = await start(addNetwork)
  await invoke(addNetwork.name, JSON.parse(invoked[0] ?? ''))
  expect(await loadWork(table, workId)).toMatchObject({
    state: 'failed',
    input: null,
    problem: { code: 'parameter_invalid', message: expect.stringContaining('127.0.0.1') },
  })
})

it('marks what it sends', () => {
  const withSecrets = inBackground.filter((each) => JSON.stringify(inputOf(each)).includes(marked))
  expect(withSecrets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['add-network', 'connect-provider', 'seed-networks']),
  )
})
