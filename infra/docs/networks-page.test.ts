import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { mainnets } from '../../shared/chain/registry/mainnets.ts'
import { testnets } from '../../shared/chain/registry/testnets.ts'
import { withNetworks } from './networks-page.ts'

it('docs/networks-and-fees.md has the networks of the registry; if this fails, run npm run docs', async () => {
  const page = await readFile(new URL('../../docs/networks-and-fees.md', import.meta.url), 'utf8')
  expect(withNetworks(page, [...mainnets, ...testnets])).toBe(page)
})
