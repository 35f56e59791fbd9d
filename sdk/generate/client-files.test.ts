import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { openapi } from '../../shared/openapi/openapi.ts'
import { clientFiles } from './client-files.ts'

it('the client is up to date with the document; if this fails, run npm run sdk', async () => {
  for (const [name, text] of Object.entries(await clientFiles())) {
    const file = new URL(`../src/generated/${name}`, import.meta.url)
    expect(await readFile(file, 'utf8')).toBe(text)
  }
})

it('its types have the names of the document, without comments of the generator', async () => {
  const { 'types.ts': types = '' } = await clientFiles()
  const { components } = z
    .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
    .parse(openapi({ baseUrl: 'https://pay.example' }))
  const names = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)
  const named = names.filter((name) => !name?.endsWith('Query'))
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(named))
  expect(types).not.toContain('referenced by')
})
