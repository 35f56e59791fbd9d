import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildPagesIfChanged, pagesFolder } from '../infra/build/build-pages.ts'
import { languages } from '../static-checkout/src/texts/languages.ts'

beforeAll(buildPagesIfChanged)

/** The compressed size of the files that `index.html` references. */
async function gzipBytes(extension: string): Promise<number> {
  const html = await readFile(join(pagesFolder, 'index.html'), 'utf8')
  const names = await readdir(join(pagesFolder, 'assets'))
  const fetched = names.filter((name) => extname(name) === extension && html.includes(name))
  expect(fetched).not.toEqual([])
  const files = await Promise.all(
    fetched.map((name) => readFile(join(pagesFolder, 'assets', name))),
  )
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).byteLength, 0)
}

test('the script stays within 28 kB, compressed', async () => {
  expect(await gzipBytes('.js')).toBeLessThanOrEqual(28_000)
})

test('the styles stay within 6 kB, compressed', async () => {
  expect(await gzipBytes('.css')).toBeLessThanOrEqual(6_000)
})

/** Those of the latest build: earlier ones are kept. `index.html` names the script that names them. */
async function languageChunks(): Promise<string[]> {
  const html = await readFile(join(pagesFolder, 'index.html'), 'utf8')
  const names = await readdir(join(pagesFolder, 'assets'))
  const loaded = names.filter((name) => name.endsWith('.js') && html.includes(name))
  const scripts = await Promise.all(
    loaded.map((name) => readFile(join(pagesFolder, 'assets', name), 'utf8')),
  )
  const isNamed = (name: string) => scripts.some((script) => script.includes(name))
  return names.filter((name) => /^[a-z]{2}-[\w-]+\.js$/.test(name) && isNamed(name))
}

test('a language stays within 3 kB, compressed', async () => {
  const chunks = await languageChunks()
  expect(chunks).toHaveLength(Object.keys(languages).length - 1)
  for (const name of chunks) {
    const file = await readFile(join(pagesFolder, 'assets', name))
    expect(gzipSync(file, { level: 9 }).byteLength, name).toBeLessThanOrEqual(3_000)
  }
})

test('there are no inline scripts or styles, which the policy would block', async () => {
  const html = await readFile(join(pagesFolder, 'index.html'), 'utf8')
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
})
