import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildPagesIfChanged, pagesFolder } from '../../infra/build/build-pages.ts'
import { languages } from '../../static-checkout/src/texts/languages.ts'

const kilobyte = 1000

let html: string

beforeAll(async () => {
  await buildPagesIfChanged()
  html = await read('index.html')
}, 60_000)

const read = (name: string) => readFile(join(pagesFolder, name), 'utf8')
const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

/** The scripts that the HTML names, and everything that these import before they run. */
async function firstScripts(): Promise<string[]> {
  const scripts = new Map<string, string>()
  const add = async (name: string) => {
    if (scripts.has(name)) return
    const script = await read(`assets/${name}`)
    scripts.set(name, script)
    for (const imported of named(script, /(?:from|import)"\.\/([^"]+\.js)"/g))
      await add(`${imported}`)
  }
  for (const name of named(html, /"\/checkout\/assets\/([^"]+\.js)"/g)) await add(`${name}`)
  return [...scripts.values()]
}

it('loads at most 20 kB of JavaScript at first', async () => {
  const sizes = (await firstScripts()).map(sizeOf)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * kilobyte)
})

it('has at most 10 kB of HTML and CSS', async () => {
  const sheets = named(html, /href="\/checkout\/(assets\/[^"]+\.css)"/g)
  const styles = await Promise.all(sheets.map((name) => read(`${name}`)))
  const total = [html, ...styles].map(sizeOf).reduce((sum, size) => sum + size, 0)
  expect(styles).toHaveLength(1)
  expect(total).toBeLessThanOrEqual(10 * kilobyte)
})

it('loads a language in two parts of at most 2.5 kB', async () => {
  const codes = Object.entries(languages).flatMap(([code, { load }]) => (load ? [code] : []))
  const scripts = await firstScripts()
  for (const code of codes) {
    const pattern = new RegExp(`import\\("?\`?\\./(${code}-[^"\`]+\\.js)`, 'g')
    const names = scripts.flatMap((script) => named(script, pattern))
    expect(names, code).toHaveLength(2)
    for (const name of names) {
      expect(sizeOf(await read(`assets/${name}`)), name).toBeLessThanOrEqual(2.5 * kilobyte)
    }
  }
})
