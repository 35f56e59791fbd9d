import { expect, it } from 'vitest'
import { wordsOf } from './search-words.ts'

it('words are compared without case, accents and what separates them', () => {
  expect(wordsOf(' José-María  ORD_10483/b ')).toEqual(['jose', 'maria', 'ord', '10483', 'b'])
  expect(wordsOf('Übergröße Ⅷ 日本 Ёлка')).toEqual(['ubergroße', 'viii', '日本', 'елка'])
  expect(wordsOf('again Again AGAIN')).toEqual(['again'])
})

it('leaves out the last part of an email’s domain, also of one that is still being typed', () => {
  expect(wordsOf('Ana.Lopez+shop@Mail.Example.com')).toEqual([
    ...['ana', 'lopez', 'shop', 'mail', 'example'],
  ])
  expect(wordsOf('ana@example.co')).toEqual(['ana', 'example'])
  expect(wordsOf('ana@localhost')).toEqual(['ana', 'localhost'])
  expect(wordsOf('v1.2')).toEqual(['v1', '2'])
})

it('a text has few and short words, whatever it is', () => {
  expect(wordsOf('x'.repeat(100_000))).toEqual(['x'.repeat(40)])
  expect(wordsOf(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(8)
  for (const none of ['', ' ', '#', '~', '\u0000', '\ud800', '😀', '\u0301']) {
    expect(wordsOf(none)).toEqual([])
  }
})
