import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { aroundAwsCalls } from '../../../test/aws-calls.ts'
import { countCustomers } from '../../../test/count-customers.ts'
import { walletsOf } from '../../../test/deposit-wallets.ts'
import { aSession, createdAt, later } from '../../../test/factories.ts'
import { firstTimerOf } from '../../../test/first-timer.ts'
import { pageFixture } from '../../../test/page-fixture.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { commit } from '../../kernel/operation/commit.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { type OpenSession, openSession } from '../../merchant/checkout/open-session.ts'
import { readOrder } from '../../payments/quotes/read-order.ts'
import type { Quote } from '../../payments/quotes/rules/quote.ts'
import { quoteCreation } from '../../payments/quotes/store/quotes.ts'
import { derivationIndices } from '../../payments/wallet/derivation-indices.ts'
import { numberCustomers } from './number-customers.ts'
import { pageCustomers } from './store/customer-list.ts'
import { customerCreation } from './store/customers.ts'
import { customerKeys } from './store/keys.ts'
import { loadRecentCustomers } from './store/recent-customers.ts'

const mode = 'test'
const randomBytes = seededBytes('number-customers')

const order: OpenSession = {
  mode,
  source: { kind: 'ad-hoc', amount: { value: '5.00', currency: 'USD' } },
  customerEmail: null,
  metadata: null,
  successUrl: null,
  cancelUrl: null,
  returnUrl: null,
  pricing: 'agreed',
}

async function shop() {
  const { deps } = await pageFixture()
  const { table } = deps
  const all = {
    ...deps,
    randomBytes,
    indices: derivationIndices(table),
    depositWallets: walletsOf({}),
    assetPrice: () => Promise.resolve({ unitPriceUsd: '2500', fiatUsd: '1', ethPriceUsd: '2500' }),
    firstTimer: firstTimerOf(),
  }
  const open = (changes: Partial<OpenSession>) =>
    commit(table, () => {
      const input = { ...order, ...changes }
      return openSession(all, input, readOrder(all, input))
    })
  return { table, open }
}

async function aQuote(table: Table): Promise<string> {
  const id = newId('quote', createdAt, randomBytes)
  const quote: Quote = {
    id,
    mode,
    linkId: null,
    fiat: { amount: '25.00', currency: 'USD' },
    ethPriceUsd: '2500',
    lock: aSession().lock,
    checkoutSessionId: null,
    createdAt,
  }
  await transact(table, [quoteCreation(quote)])
  return id
}

/** New customers, one per millisecond from `at`. */
async function addCustomers(table: Table, count: number, at = createdAt): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) =>
    newId('customer', new Date(at.getTime() + n), randomBytes),
  )
  const customers = ids.map((id) => ({
    id,
    mode,
    email: `${id}@example.com`,
    metadata: null,
    createdAt: at,
    updatedAt: at,
  }))
  for (const customer of customers) {
    const [, item, row] = customerCreation({ ...customer, mode })
    if (item && row) await transact(table, [item, row])
  }
  return ids
}

const numberAt = (table: Table, at: Date, limit?: number) =>
  numberCustomers({ table, now: () => at }, mode, { ...(limit && { limit }) })

/** The numbers that customers have in the index, which is where the lists find them. */
async function numbersOf(table: Table, ids: readonly string[]): Promise<(number | undefined)[]> {
  const item = z.object({ listSk: z.string().transform(Number).optional() })
  const read = async (id: string) => {
    const Key = customerKeys.customer(mode, id)
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
    return item.parse(Item).listSk
  }
  return Promise.all(ids.map(read))
}

async function walk(table: Table, limit: number): Promise<{ ids: string[]; totals: number[] }> {
  const { total } = await pageCustomers(table, mode, { page: 1, limit })
  const places = Array.from({ length: Math.ceil(total / limit) + 1 }, (_, n) => n + 1)
  const pages = await Promise.all(places.map((page) => pageCustomers(table, mode, { page, limit })))
  return {
    ids: pages.flatMap(({ customers }) => customers.map(({ id }) => id)),
    totals: [...new Set(pages.map((page) => page.total))],
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

it('200 new customers at once, of whom half lose the race for a quote: nobody else is lost, and the total is exact', async () => {
  const { table, open } = await shop()
  const quoteIds = await Promise.all(Array.from({ length: 100 }, () => aQuote(table)))
  const wanted = quoteIds.flatMap((quoteId, n) =>
    ['first', 'second'].map((name) => ({ quoteId, email: `${name}${n}@example.com` })),
  )
  const outcomes = await Promise.allSettled(
    wanted.map(({ quoteId, email }) =>
      open({ source: { kind: 'quote', quoteId }, customerEmail: email }),
    ),
  )
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals.map(({ code }) => code)).toEqual(Array(100).fill('quote_consumed'))
  const made = wanted.filter((_, n) => outcomes[n]?.status === 'fulfilled').map((one) => one.email)

  const { customers, total } = await pageCustomers(table, mode, { page: 1, limit: 100 })
  expect(total).toBe(100)
  expect(customers.map(({ email }) => email).toSorted()).toEqual(made.toSorted())
  const ids = customers.map(({ id }) => id).toSorted()
  expect(await numberAt(table, later(31))).toBe(100)
  expect(await numbersOf(table, ids)).toEqual(upTo(100))
  expect(await walk(table, 30)).toEqual({ ids: ids.toReversed(), totals: [100] })
})

it('no two sessions at once write the same item, whether their customers are new, known or the same', async () => {
  const { table, open } = await shop()
  await open({ customerEmail: 'known@example.com' })
  const emails = ['a', 'b', 'c', 'known', 'known', 'KNOWN'].map((name) => `${name}@example.com`)
  const touched: string[] = []
  await aroundAwsCalls(
    ({ operation, body }, send) => {
      if (operation === 'TransactWriteItems') touched.push(...keysIn(body))
      return send()
    },
    () => Promise.all(emails.map((customerEmail) => open({ customerEmail }))),
  )
  expect(touched.length).toBeGreaterThan(emails.length)
  expect(touched.filter((key, n) => touched.indexOf(key) !== n)).toEqual([])
  expect(await countCustomers(table, mode)).toBe(4)
})

const storedKey = z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) })
const written = z.object({ Item: storedKey }).or(z.object({ Key: storedKey }))
const transaction = z.object({ TransactItems: z.array(z.record(z.string(), written)) })

function keysIn(body: string): string[] {
  const { TransactItems } = transaction.parse(JSON.parse(body))
  return TransactItems.flatMap((action) => Object.values(action)).map((action) => {
    const { pk, sk } = 'Item' in action ? action.Item : action.Key
    return `${pk.S} ${sk.S}`
  })
}

it('every customer is on one page at every step of the numbering, in the order of their ids', async () => {
  const table = await testTable()
  const first = await addCustomers(table, 25)
  const steps: (() => Promise<unknown>)[] = [
    () => Promise.resolve(),
    () => numberAt(table, later(31)),
    () => addCustomers(table, 15, later(40)).then((ids) => first.push(...ids)),
    () => numberAt(table, later(91)),
    () => numberAt(table, later(151)),
    () => addCustomers(table, 3, later(160)).then((ids) => first.push(...ids)),
    () => numberAt(table, later(211)),
    () => numberAt(table, later(271)),
  ]
  for (const step of steps) {
    await step()
    for (const limit of [7, 100]) {
      expect(await walk(table, limit)).toEqual({ ids: first.toReversed(), totals: [first.length] })
    }
  }
  expect(await numbersOf(table, first)).toEqual(upTo(43))
  // Nothing is left to read at every list but those who came last.
  await numberAt(table, later(331))
  expect((await loadRecentCustomers(table, mode)).rows).toEqual([])
  expect(await walk(table, 7)).toEqual({ ids: first.toReversed(), totals: [43] })
})

it('two runs at once number everyone once', async () => {
  const table = await testTable()
  const ids = await addCustomers(table, 50)
  const numbered = await Promise.all([31, 31, 32].map((seconds) => numberAt(table, later(seconds))))
  expect(numbered.reduce((sum, count) => sum + count, 0)).toBe(50)
  expect(await numbersOf(table, ids)).toEqual(upTo(50))
})

it('a run that dies in the middle is continued by the next', async () => {
  const table = await testTable()
  const ids = await addCustomers(table, 50)
  let batches = 0
  const dying = aroundAwsCalls(
    ({ operation }, send) => {
      if (operation === 'TransactWriteItems' && ++batches === 2) throw new Error('the process died')
      return send()
    },
    () => numberAt(table, later(31)),
  )
  await expect(dying).rejects.toThrow('the process died')
  expect((await walk(table, 20)).totals).toEqual([50])
  expect(await numberAt(table, later(91))).toBe(30)
  expect(await numbersOf(table, ids)).toEqual(upTo(50))
})

it('a customer written by a slow clock gets the next number', async () => {
  const table = await testTable()
  const ids = await addCustomers(table, 3)
  await numberAt(table, later(31))
  const [late = ''] = await addCustomers(table, 1, later(-5))
  await numberAt(table, later(91))
  expect(await numbersOf(table, [...ids, late])).toEqual(upTo(4))
  expect(await walk(table, 3)).toEqual({ ids: [late, ...ids.toReversed()], totals: [4] })
})

it('who came just now is not numbered yet, and a run ends after its limit', async () => {
  const table = await testTable()
  const ids = await addCustomers(table, 30)
  await addCustomers(table, 2, later(20))
  expect(await numberAt(table, later(31), 20)).toBe(20)
  expect(await numberAt(table, later(45))).toBe(0)
  expect(await numberAt(table, later(62))).toBe(12)
  expect(await numbersOf(table, ids)).toEqual(upTo(30))
})

it('modes are numbered apart', async () => {
  const table = await testTable()
  await addCustomers(table, 2)
  await numberCustomers({ table, now: () => later(31) }, 'live')
  expect(await countCustomers(table, 'live')).toBe(0)
  expect((await loadRecentCustomers(table, mode)).rows.map(({ number }) => number)).toEqual([
    null,
    null,
  ])
})
