import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { around, fill } from '../../../shared/kernel/template.ts'
import { english, packed } from '../../pack-texts.ts'
import { languageFor, languages } from './languages.ts'
import { separator, textsFrom } from './loaded-texts.ts'

test('names in a text are replaced, also more than once', () => {
  expect(fill('{a} and {b}, {a}', { a: '1 $&', b: 2 })).toBe('1 $& and 2, 1 $&')
  expect(around('on {chain} only', 'chain')).toEqual(['on ', ' only'])
})

test('the language is the first of the reader’s that there is', () => {
  expect(languageFor(['xx-YY', 'en-GB', 'en'])).toEqual({ code: 'en', locale: 'en-GB' })
  expect(languageFor(['xx'])).toEqual({ code: 'en', locale: 'en' })
})

test.each(Object.keys(languages).filter((code) => code !== 'en'))(
  'each part of %s unpacks to what its file says',
  async (code) => {
    const file = await readFile(new URL(`languages/${code}.json`, import.meta.url), 'utf8')
    const unpacked = Object.entries(english).map(([part, source]) => [
      part,
      textsFrom(packed(part, file), source),
    ])
    expect(Object.fromEntries(unpacked)).toEqual(JSON.parse(file))
  },
)

test('a text that has the separator is not packed', () => {
  const file = JSON.stringify({ start: { title: `a${separator}b` } })
  expect(() => packed('start', file)).toThrow(/title: a/)
})

test('texts of another version of the page are refused', () => {
  const packedLater = `${packed('start', JSON.stringify(english))}${separator}one more`
  expect(() => textsFrom(packedLater, english['start'] ?? {})).toThrow(/another version/)
})
