import { expect, test } from 'vitest'
import { around, fill } from '../../../static-ui/template.ts'
import { en } from './en.ts'
import { languageFor, languages } from './languages.ts'
import { separator, textsFrom } from './loaded-texts.ts'
import { payEn } from './pay/en.ts'
import { refundEn } from './refund/en.ts'
import { refundTexts } from './refund/refund-text.ts'
import { translation } from './texts.ts'

test('names in a text are replaced, also more than once', () => {
  expect(fill('{a} and {b}, {a}', { a: '1 $&', b: 2 })).toBe('1 $& and 2, 1 $&')
  expect(around('on {chain} only', 'chain')).toEqual(['on ', ' only'])
})

test('a translation has every key and every name, or does not compile', () => {
  const { untitled: _, ...incomplete } = en.order
  // @ts-expect-error: a key is missing.
  expect(translation({ ...en, order: incomplete })).toBeDefined()
  // @ts-expect-error: {choice} is missing.
  expect(translation({ ...en, coin: { ...en.coin, keep: 'Behalten' } })).toBeDefined()
  // @ts-expect-error: there is no {coin}.
  expect(translation({ ...en, coin: { ...en.coin, keep: '{choice} {coin}' } })).toBeDefined()
  const kept = translation({ ...en, coin: { ...en.coin, keep: '{choice} behalten' } })
  expect(fill(kept.coin.keep, { choice: 'ETH' })).toBe('ETH behalten')
})

test('the language is the first of the reader’s that there is', () => {
  expect(languageFor(['xx-YY', 'en-GB', 'en'])).toEqual({ code: 'en', locale: 'en-GB' })
  expect(languageFor(['xx'])).toEqual({ code: 'en', locale: 'en' })
})

const ofRefunds = Object.entries(refundTexts).map(
  ([code, load]) => [`${code}, refunds`, load, refundEn] as const,
)

const translations = Object.entries(languages).flatMap(([code, { load, loadPay }]) =>
  load && loadPay ? [[code, load, en] as const, [`${code}, paying`, loadPay, payEn] as const] : [],
)

test.each([...translations, ...ofRefunds])(
  '%s unpacks to what its file says, and nothing in it is empty',
  async (_, load, source) => {
    const texts = await load()
    if (typeof texts === 'string') throw new Error('only the build packs texts')
    const list = listOf(texts)
    expect(textsFrom(list.join(separator), source)).toEqual(texts)
    expect(list.filter((text) => text.trim() === '' || text.includes(separator))).toEqual([])
  },
)

test('texts of another version of the page are refused', () => {
  const packed = [...listOf(en), 'one more'].join(separator)
  expect(() => textsFrom(packed, en)).toThrow(/another version/)
})

type Tree = { readonly [key: string]: string | Tree }

function listOf(texts: Tree): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : listOf(text)))
}
