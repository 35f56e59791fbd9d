import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { type AroundCall, aroundAwsCalls } from '../../../test/aws-calls.ts'
import { later } from '../../../test/factories.ts'
import { testTable } from '../../../test/test-table.ts'
import { loadPegReadings, savePegReadings } from '../../records/prices/store/peg-readings.ts'
import { loadPrices, savePrice } from '../../records/prices/store/prices.ts'

const request = z.object({ RequestItems: z.record(z.string(), z.unknown()) })

/** DynamoDB is throttled: it leaves the first batch of keys for another time. */
function leavingFirstBatch(): AroundCall {
  let isFirst = true
  return async ({ operation, body }, send) => {
    if (operation !== 'BatchGetItem' || !isFirst) return send()
    isFirst = false
    const left = { Responses: {}, UnprocessedKeys: request.parse(JSON.parse(body)).RequestItems }
    const headers = { 'content-type': 'application/x-amz-json-1.0' }
    return { response: { statusCode: 200, headers, body: Readable.from([JSON.stringify(left)]) } }
  }
}

it('asks again for items that DynamoDB leaves out of a batch', async () => {
  const table = await testTable()
  await savePrice(table, { pair: 'ETH/USD', price: '2500', agreedAt: later(0) })
  await savePegReadings(table, { pair: 'USDC/USD', readings: [], readAt: later(0) })
  const prices = await aroundAwsCalls(leavingFirstBatch(), () => loadPrices(table, ['ETH/USD']))
  expect(prices).toMatchObject([{ pair: 'ETH/USD' }])
  const pegs = await aroundAwsCalls(leavingFirstBatch(), () => loadPegReadings(table, ['USDC/USD']))
  expect(pegs).toMatchObject([{ pair: 'USDC/USD' }])
})
