import { beforeAll, expect, it } from 'vitest'
import { languages } from '../../static-checkout/src/texts/languages.ts'
import { type PageFiles, readPageFiles, sumOfBytes } from '../page-files.ts'

const kilobyte = 1000

let files: PageFiles
let dashboard: PageFiles

beforeAll(async () => {
  files = await readPageFiles('checkout')
  dashboard = await readPageFiles('dashboard')
})

it('loads at most 20 kB of JavaScript at first', () => {
  expect(files.first.length).toBeGreaterThan(0)
  expect(sumOfBytes(files.first)).toBeLessThanOrEqual(20 * kilobyte)
})

it('has at most 10 kB of HTML and CSS', () => {
  expect(files.styles).toHaveLength(1)
  expect(sumOfBytes([files.html, ...files.styles])).toBeLessThanOrEqual(10 * kilobyte)
})

it('loads a language in two parts of at most 2.5 kB', () => {
  for (const code of Object.keys(languages).filter((code) => code !== 'en')) {
    const parts = files.later.filter(({ name }) => name.startsWith(`assets/${code}-`))
    expect(parts, code).toHaveLength(2)
    for (const { name, bytes } of parts) {
      expect(bytes, name).toBeLessThanOrEqual(2.5 * kilobyte)
    }
  }
})

it('loads at most 29 kB of the dashboard before a page, in any language', () => {
  expect(dashboard.first.length).toBeGreaterThan(0)
  // The texts of groups of pages are loaded with the first page of a group.
  const texts = dashboard.later.filter(
    ({ name, content }) => /^assets\/[a-z]{2}-/.test(name) && content.includes('signIn:{'),
  )
  expect(texts).toHaveLength(2)
  for (const { bytes } of texts) {
    expect(sumOfBytes(dashboard.first) + bytes).toBeLessThanOrEqual(29 * kilobyte)
  }
})

it('has at most 10 kB of HTML and CSS in the dashboard', () => {
  expect(sumOfBytes([dashboard.html, ...dashboard.styles])).toBeLessThanOrEqual(10 * kilobyte)
})
