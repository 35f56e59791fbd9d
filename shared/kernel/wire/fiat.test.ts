import { expect, it } from 'vitest'
import * as z from 'zod'
import { currencies } from '../currencies.ts'
import { fiatCurrency } from './fiat.ts'

it('says in the API description which currencies there are', () => {
  const { pattern } = z.toJSONSchema(fiatCurrency, { io: 'input' })
  const described = new RegExp(pattern ?? '')
  for (const code of currencies) expect(described.test(code)).toBe(true)
  for (const code of ['ABC', 'usd', 'USDX', '']) expect(described.test(code)).toBe(false)
})
