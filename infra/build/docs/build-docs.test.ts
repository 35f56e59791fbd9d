import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { buildDocs } from './build-docs.ts'
import { sections } from './site-map.ts'

let folder: string
/** By path below `/docs/`. */
const built = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-docs-'))
  for (const name of ['operating.html', 'deploy.html.1.draft'])
    await writeFile(join(folder, name), '')
  await buildDocs(folder)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    built.set(path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path, 'utf8'))
  }
})
afterAll(() => rm(folder, { recursive: true }))

it('removes the page of a guide that is no more, and what another build is writing stays', () => {
  expect([...built.keys()]).toEqual(expect.arrayContaining(['deploy.html', 'deploy.html.1.draft']))
  expect(built.has('operating.html')).toBe(false)
})

it('has a page for every file of the guides, but for decisions', async () => {
  const files = await readdir(join(repositoryRoot, 'docs'), { recursive: true })
  const guides = files
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !name.startsWith('docs/decisions/'))
  const sources = sections.flatMap((section) => section.guides.map(({ source }) => source))
  expect(sources).toEqual(expect.arrayContaining(guides))
})

it('leads every link to a page and a heading that is there, and to no other host', () => {
  const wrong = [...built].flatMap(([name, markup]) => {
    if (!name.endsWith('.html')) return []
    const targets = [...markup.matchAll(/ (?:href|src)="([^"]+)"/g)].map(
      ([, target = '']) => target,
    )
    return targets.filter((target) => !isThere(name, target)).map((target) => [name, target])
  })
  expect(wrong).toEqual([])
})

function isThere(from: string, target: string): boolean {
  if (target === 'data:,' || target === '/docs' || target === '/api/v1/openapi.json') return true
  if (/^https:/.test(target)) return isText(from)
  const [path = '', anchor] = target.split('#')
  const page = built.get(path === '' ? from : path.replace('/docs/', ''))
  return page !== undefined && (anchor === undefined || page.includes(` id="${anchor}"`))
}

/** Guides may link to other sites; a page loads nothing from them. */
const isText = (name: string) => !name.startsWith('api/')

it('has no two headings with the same id on a page', () => {
  for (const [name, markup] of built) {
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect([name, ids.length]).toEqual([name, new Set(ids).size])
  }
})
