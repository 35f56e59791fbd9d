import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeReleaseFiles } from './release-files.ts'

it('a release has its client, the same bytes each time, and lists of packages that name them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const first = await writeReleaseFiles(join(folder, 'first'), '9.8.7')
  const again = await writeReleaseFiles(join(folder, 'again'), '9.8.7')
  const bytes = await readFile(first.client.path)
  const sha512 = createHash('sha512').update(bytes).digest('hex')
  expect([first.client.sha512, again.client.sha512]).toEqual([sha512, sha512])
  const [service, client] = await Promise.all(
    first.packages.map(async (path) => JSON.parse(await readFile(path, 'utf8'))),
  )
  expect(service.metadata.component).toMatchObject({ name: 'quittance', type: 'application' })
  expect(service.components.length).toBeGreaterThan(100)
  expect(client).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: {
      component: { name: '@quittance/sdk', hashes: [{ alg: 'SHA-512', content: sha512 }] },
    },
    components: [],
  })
})
