import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundleFunctions } from './build-functions.ts'
import { repositoryRoot } from './repository-root.ts'

/** Inside the repository, so that its packages are found. */
async function folderWith(sources: Record<string, string>) {
  const folder = await mkdtemp(join(repositoryRoot, 'node_modules/.bundle-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
  return { folder, entry: (name: string) => join(folder, name), out: join(folder, 'out') }
}

const greeting = `
  import * as z from 'zod'
  import { readFile } from 'node:fs/promises'
  const event = z.object({ name: z.string() })
  export async function handler(given: unknown): Promise<string> {
    return 'hello ' + event.parse(given).name + typeof readFile
  }`

it('makes CommonJS that needs nothing but Node', async () => {
  const { entry, out } = await folderWith({ 'greet.ts': greeting })
  const sizes = await bundleFunctions({ greet: entry('greet.ts') }, out)
  const bundle = join(out, 'greet/index.js')
  expect(sizes).toEqual({ greet: (await stat(bundle)).size })
  const text = await readFile(bundle, 'utf8')
  const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name ?? '')
  expect(required.filter((name) => !isBuiltin(name))).toEqual([])
  const { handler } = createRequire(import.meta.url)(bundle)
  expect(await handler({ name: 'Ada' })).toBe('hello Adafunction')
})

it('leaves a bundle alone that stays the same', async () => {
  const { entry, out } = await folderWith({ 'greet.ts': greeting })
  await bundleFunctions({ greet: entry('greet.ts') }, out)
  const first = await stat(join(out, 'greet/index.js'))
  await bundleFunctions({ greet: entry('greet.ts') }, out)
  expect((await stat(join(out, 'greet/index.js'))).ino).toBe(first.ino)
})

it('names the first problem', async () => {
  const { entry, out } = await folderWith({ 'broken.ts': "import './missing.ts'" })
  await expect(bundleFunctions({ broken: entry('broken.ts') }, out)).rejects.toThrow(
    /^The functions can't be bundled: .*broken\.ts:1: Could not resolve "\.\/missing\.ts"$/,
  )
})
