import { expect, it } from 'vitest'
import { functions } from '../../../functions.ts'
import { refuseForeignItems, tableCallers } from './table-guard.ts'

const callers = tableCallers(functions, (name) => ({ accessKeyId: name, secretAccessKey: '' }))

/** Whether a function's request passes. */
function may(name: string, operation: string, input: object): boolean {
  const authorization = `AWS4-HMAC-SHA256 Credential=${name}/20261122/us-east-1/dynamodb/aws4_request`
  const body = Buffer.from(JSON.stringify(input))
  try {
    refuseForeignItems(callers, { authorization, operation, body })
    return true
  } catch (error) {
    expect(error).toMatchObject({ body: { __type: expect.stringContaining('AccessDenied') } })
    return false
  }
}

const at = (partition: string) => ({ pk: { S: partition }, sk: { S: 'x' } })
const transact = (...members: object[]) => ({ TransactItems: members })
const query = (partition: string, index?: string) => ({
  KeyConditionExpression: '#partition = :partition',
  ExpressionAttributeValues: { ':partition': { S: partition } },
  ...(index !== undefined && { IndexName: index }),
})

it('lets a function that only reads count, and write nothing else', () => {
  expect(may('show-session', 'GetItem', { Key: at('live#session#cs_1') })).toBe(true)
  expect(may('show-session', 'UpdateItem', { Key: at('live#scan-request#cs_1') })).toBe(true)
  expect(may('show-session', 'UpdateItem', { Key: at('live#session#cs_1') })).toBe(false)
  expect(may('show-session', 'PutItem', { Item: at('rate#key_1#1') })).toBe(false)
  expect(may('get-quote', 'UpdateItem', { Key: at('live#api-key-uses') })).toBe(true)
  expect(may('show-session', 'UpdateItem', { Key: at('live#api-key-uses') })).toBe(false)
  expect(may('show-link', 'UpdateItem', { Key: at('rate#key_1#1') })).toBe(false)
})

it('lets such a function put nothing into an index', () => {
  const counting = (UpdateExpression: string, names: object = {}) => ({
    Key: at('rate#key_1#1'),
    UpdateExpression,
    ExpressionAttributeNames: names,
  })
  const listed = counting('SET #status = :paid, #list = :list', { '#list': 'listPk' })
  expect(
    may('show-session', 'UpdateItem', counting('ADD #count :one', { '#count': 'count' })),
  ).toBe(true)
  expect(may('show-session', 'UpdateItem', listed)).toBe(false)
  expect(may('show-session', 'UpdateItem', counting('SET duePk = :due'))).toBe(false)
  expect(may('create-quote', 'UpdateItem', listed)).toBe(true)
})

it('checks each member of a transaction', () => {
  const session = { Update: { Key: at('live#session#cs_1') } }
  const settings = { Put: { Item: at('live#settings') } }
  expect(may('submit-details', 'TransactWriteItems', transact(session))).toBe(true)
  expect(may('submit-details', 'TransactWriteItems', transact(session, settings))).toBe(false)
  const check = { ConditionCheck: { Key: at('live#link#pl_1') } }
  expect(may('update-customer', 'TransactWriteItems', transact(check))).toBe(true)
  expect(may('update-customer', 'TransactWriteItems', transact(session))).toBe(false)
})

it('keeps guarded items from those who may read the rest', () => {
  expect(may('show-session', 'Query', query('live#session#cs_1'))).toBe(true)
  expect(may('show-session', 'Query', query('wallet#mnemonic'))).toBe(false)
  expect(may('show-session', 'Query', query('live#sessions', 'list'))).toBe(true)
  expect(may('create-webhook-endpoint', 'Query', query('notifier#alchemy'))).toBe(false)
  const batch = { RequestItems: { quittance: { Keys: [at('live#link#1'), at('live#wallet')] } } }
  expect(may('show-session', 'BatchGetItem', batch)).toBe(false)
  expect(may('create-checkout-session', 'BatchGetItem', batch)).toBe(true)
})

it('leaves the instance itself alone', () => {
  expect(may('instance', 'PutItem', { Item: at('live#settings') })).toBe(true)
})
