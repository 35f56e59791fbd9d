import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { chains } from '../../shared/chain/chains.ts'

it('the guide for operators lists the chains that a deployment may enable', async () => {
  const guide = await readFile(join(repositoryRoot, 'docs/operate.md'), 'utf8')
  const [, table = ''] = guide.split('These are the supported chains:')
  const rows = [...table.matchAll(/\| +(\d+) +\| ([^|]+?) +(?=\|)/g)]
  const listed = rows.map(([, id, name]) => `${id} ${name}`)
  const known = chains
    .filter(({ network }) => network !== 'local')
    .map(({ chainId, name }) => `${chainId} ${name}`)
  expect(listed.sort()).toEqual(known.sort())
})
