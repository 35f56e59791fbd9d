import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lowestRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { testDataDir } from './aws/test-data-dir.ts'
import { requireReadable } from './folder-format.ts'

const noted = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'format.json'), 'utf8'))

it('a new folder says which release can read it, and is opened again', async () => {
  const folder = await testDataDir()
  await requireReadable(folder)
  expect(await noted(folder)).toEqual({
    lowestRelease,
    madeBy: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  await mkdir(join(folder, 'dynamodb'))
  await requireReadable(folder)
})

it('a folder that needs a newer release is refused', async () => {
  const folder = await testDataDir()
  await requireReadable(folder)
  const older = await testDataDir()
  await cp(folder, older, { recursive: true })
  const format = { ...(await noted(folder)), lowestRelease: '0.10.0' }
  await writeFile(join(older, 'format.json'), JSON.stringify(format))
  await expect(requireReadable(older)).rejects.toThrow(
    /needs Quittance 0\.10\.0 or newer, and this is [\d.]+\. Nothing was changed\.$/,
  )
})

it('a release that breaks says so in the folders that it opens', async () => {
  const folder = await testDataDir()
  await requireReadable(folder)
  const { madeBy } = await noted(folder)
  const path = join(folder, 'format.json')
  await writeFile(path, JSON.stringify({ lowestRelease: '0.0.9', madeBy }))
  await requireReadable(folder)
  expect(await noted(folder)).toEqual({ lowestRelease, madeBy })
})
