import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { dependenciesPage } from './dependencies-page.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

it('a package that nobody gave a reason for is refused', async () => {
  const needed: { dependencies: object } = JSON.parse(await read('package.json'))
  const more = { ...needed, dependencies: { ...needed.dependencies, 'left-pad': '1.3.0' } }
  const lock = await read('package-lock.json')
  expect(() => dependenciesPage(JSON.stringify(more), lock)).toThrow('differ in left-pad')
})
