import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lowestRelease } from '../../shared/records/settings/rules/lowest-release.ts'
import { testDataDir } from './aws/test-data-dir.ts'
import { noteRelease, requireReadable } from './folder-format.ts'

const noted = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'format.json'), 'utf8'))

const now = () => new Date('2026-11-30T10:00:00.000Z')
const startedAt = now().toISOString()

it('a new folder says which release can read it and who made it, and is opened again', async () => {
  const folder = await testDataDir()
  await requireReadable(folder)
  await noteRelease(folder, { now })
  const { madeBy, ...others } = await noted(folder)
  expect(madeBy).toMatch(/^\d+\.\d+\.\d+/)
  expect(others).toEqual({ lowestRelease, releases: [{ release: madeBy, startedAt }] })
  await mkdir(join(folder, 'dynamodb'))
  await requireReadable(folder)
})

it('a folder that needs a newer release is refused', async () => {
  const folder = await testDataDir()
  const format = { lowestRelease: '0.10.0', madeBy: '0.10.0' }
  await writeFile(join(folder, 'format.json'), JSON.stringify(format))
  await expect(requireReadable(folder)).rejects.toThrow(
    /needs Quittance 0\.10\.0 or newer, and this is [\d.]+\. Nothing was changed\.$/,
  )
})

it('a release that breaks says so in the folders that it opens, and keeps what others noted', async () => {
  const folder = await testDataDir()
  const format = { lowestRelease: '0.0.9', madeBy: '0.0.9', addedLater: 1 }
  await writeFile(join(folder, 'format.json'), JSON.stringify(format))
  await noteRelease(folder, { now, own: '0.2.0' })
  const releases = [{ release: '0.2.0', startedAt }]
  expect(await noted(folder)).toEqual({ ...format, lowestRelease, releases })
})

it('says from when on each release wrote, also after going back, and keeps the last hundred', async () => {
  const folder = await testDataDir()
  let minutes = 0
  const start = (own: string) =>
    noteRelease(folder, { own, now: () => new Date(now().getTime() + minutes++ * 60_000) })
  for (const own of ['0.2.0 1a', '0.3.0 2b', '0.3.0 2b', '0.2.0 1a']) await start(own)
  const { madeBy, releases } = await noted(folder)
  expect(madeBy).toBe('0.2.0 1a')
  expect(releases).toEqual([
    { release: '0.2.0 1a', startedAt },
    { release: '0.3.0 2b', startedAt: '2026-11-30T10:01:00.000Z' },
    { release: '0.2.0 1a', startedAt: '2026-11-30T10:02:00.000Z' },
  ])
  for (let patch = 0; patch < 100; patch++) await start(`0.4.${patch}`)
  const { releases: last } = await noted(folder)
  expect([last.length, last[0].release, last.at(-1).release]).toEqual([100, '0.4.0', '0.4.99'])
})
