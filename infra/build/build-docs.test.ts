import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildDocs } from './build-docs.ts'

it('removes the page of a guide that is no more, and what another build is writing stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-docs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['operating.html', 'deploy.html.1.draft']) {
    await writeFile(join(folder, name), '')
  }
  await buildDocs(folder)
  const names = await readdir(folder)
  expect(names).not.toContain('operating.html')
  expect(names).toEqual(expect.arrayContaining(['deploy.html', 'deploy.html.1.draft']))
})
