import { expect, it } from 'vitest'
import { aSession, createdAt, later } from '../../../../test/factories.ts'
import { testTable } from '../../../../test/test-table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { loadQuote, quoteConsumption, quoteCreation } from './quotes.ts'

const quote = {
  id: 'qt_01JD8Z3K000000000000000000',
  mode: 'test',
  linkId: null,
  fiat: { amount: '25.00', currency: 'USD' },
  ethPriceUsd: '2500',
  lock: { ...aSession().lock, amountBase: 10n ** 30n, expiresAt: later(300) },
  checkoutSessionId: null,
  createdAt,
} as const

it('is used up once, by one of many at once', async () => {
  const table = await testTable()
  await transact(table, [quoteCreation(quote)])
  expect(await loadQuote(table, 'test', quote.id)).toEqual(quote)
  const ids = Array.from({ length: 8 }, (_, n) => `cs_${n}`)
  const outcomes = await Promise.all(
    ids.map((sessionId) =>
      transact(table, [quoteConsumption(quote, { sessionId, at: later(299) })]),
    ),
  )
  const users = ids.filter((_, n) => outcomes[n]?.committed)
  expect(users).toHaveLength(1)
  expect(await loadQuote(table, 'test', quote.id)).toEqual({
    ...quote,
    checkoutSessionId: users[0],
  })
})

it('is not used after it expired, in the other mode, or if there is none', async () => {
  const table = await testTable()
  await transact(table, [quoteCreation(quote)])
  const use = async (changes: object, at = later(1)) =>
    (await transact(table, [quoteConsumption({ ...quote, ...changes }, { sessionId: 'cs_1', at })]))
      .committed
  expect(await use({}, later(300))).toBe(false)
  expect(await use({ mode: 'live' })).toBe(false)
  expect(await use({ id: 'qt_01JD8Z3K000000000000000001' })).toBe(false)
  expect(await loadQuote(table, 'live', quote.id)).toBeUndefined()
  expect(await loadQuote(table, 'test', 'nonsense')).toBeUndefined()
  expect(await use({})).toBe(true)
})
