import { beforeAll, describe, expect, it } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { tableSchema } from '../../shared/kernel/store/schema.ts'
import { named, rows } from './function-rows.ts'
import { arn, functionMay, itemRequest, ownTable, whoMay } from './who-may.ts'

let table: string

beforeAll(async () => {
  table = await ownTable()
})

/** Keys of the indexes: an item that has them is listed, or scanned, as whatever it says it is. */
const indexAttributes = Object.values(tableSchema.indexes).flatMap(({ partitionKey, sortKey }) => [
  partitionKey,
  sortKey,
])

function path(name: string): string {
  const { trigger } = functions[name] ?? {}
  return trigger?.kind === 'route' ? trigger.path : ''
}

/** They use prices, and have them refreshed. */
const pricing = ['choose-asset', 'create-checkout-session', 'create-quote', 'open-link']

describe('what customers and merchants only read', () => {
  const reading = rows.filter(
    ([, { trigger, touches }]) =>
      trigger.kind === 'route' && touches.table === 'read' && touches.counts,
  )
  const others = ['PutItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem']
  const money = [
    ...['live#session#cs_1', 'address#0x1', 'price#ETH-USD', 'live#settings', 'live#networks'],
    ...['live#payout-wallets', 'live#sweep#sw_1', 'live#event#evt_1', 'live#closed-addresses'],
    ...[
      'live#quote#q_1',
      'live#counter#derivation',
      'api-key#ck_live_abcdefgh',
      'rate',
      'x#rate#1',
    ],
  ]

  it('has all GET operations that count or claim', () => {
    const names = reading.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['show-session', 'stream-session', 'show-plain-page', 'check-payment'],
        ...['get-checkout-session', 'list-checkout-sessions', 'get-quote', 'list-customers'],
      ]),
    )
    const gets = rows.filter(
      ([, { trigger }]) => trigger.kind === 'route' && trigger.method === 'GET',
    )
    const writing = gets.filter(([, { touches }]) => touches.table === 'write')
    expect(writing.map(([name]) => name)).toEqual([])
  })

  it.each(reading.map(([name]) => name))('changes no item with the rights of %s', async (name) => {
    const may = (action: string, partition: string) =>
      functionMay(name, itemRequest(table, action, partition))
    expect(await may('UpdateItem', 'rate#key_1#1')).toBe(true)
    for (const partition of money) expect(await may('UpdateItem', partition), partition).toBe(false)
    for (const action of others) expect(await may(action, 'rate#key_1#1'), action).toBe(false)
  })

  it('writes no price, not even with the rights of what opens sessions and makes quotes', async () => {
    const resource = arn('lambda', 'function:quittance-refresh-prices')
    expect(await whoMay({ action: 'lambda:InvokeFunction', resource })).toEqual(pricing)
    const routes = named(({ trigger }) => trigger.kind === 'route')
    expect(routes).toEqual(expect.arrayContaining(pricing))
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      for (const name of routes) {
        const context = { 'dynamodb:LeadingKeys': ['live#session#cs_1', 'price#ETH/USD'] }
        const request = { action: `dynamodb:${action}`, resource: table, context }
        expect(await functionMay(name, request), name).toBe(false)
      }
    }
  })

  it.each(reading.map(([name]) => name))(
    'adds no row to a list or to what is due with the rights of %s',
    async (name) => {
      const may = (partition: string, ...attributes: string[]) =>
        functionMay(name, {
          action: 'dynamodb:UpdateItem',
          resource: table,
          context: {
            'dynamodb:LeadingKeys': [partition],
            'dynamodb:Attributes': ['pk', 'sk', ...attributes],
          },
        })
      const isMerchants = path(name).startsWith('/api/v1/')
      expect(await may('rate#key_1#1', 'count', 'ttl')).toBe(true)
      expect(await may('live#scan-request#cs_1', 'againAt', 'ttl')).toBe(true)
      expect(await may('live#api-key-uses', 'id', 'usedAt')).toBe(isMerchants)
      for (const attribute of indexAttributes) {
        for (const partition of ['rate#key_1#1', 'live#scan-request#cs_1', 'live#api-key-uses']) {
          expect(await may(partition, 'status', attribute), attribute).toBe(false)
        }
      }
    },
  )

  it('sets no session to paid with the rights of show-session, not even beside a counter', async () => {
    const both = ['live#scan-request#cs_1', 'live#session#cs_1']
    const request = {
      action: 'dynamodb:UpdateItem',
      resource: table,
      context: { 'dynamodb:LeadingKeys': both },
    }
    expect(await functionMay('show-session', request)).toBe(false)
  })
})
