import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { repositoryRoot } from '../build/repository-root.ts'
import { runNpm } from './run-npm.ts'

export type ReleaseFiles = {
  /** The client as npm installs it: the same bytes from each clone of the commit. */
  client: { path: string; sha512: string }
  /** Lists of packages in CycloneDX: of the lock file, and of the client. */
  packages: string[]
}

const bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
})

/** Writes what is attached to a release into a folder, which it creates. */
export async function writeReleaseFiles(folder: string, version: string): Promise<ReleaseFiles> {
  await mkdir(folder, { recursive: true })
  const [packed] = z
    .tuple([z.object({ filename: z.string() })])
    .parse(JSON.parse(runNpm(['pack', './sdk', '--json', '--pack-destination', folder], 'pipe')))
  const path = join(folder, packed.filename)
  const sha512 = createHash('sha512')
    .update(await readFile(path))
    .digest('hex')
  const unpacked = await mkdtemp(join(tmpdir(), 'quittance-client-'))
  try {
    execFileSync('tar', ['-x', '-z', '-f', path, '-C', unpacked])
    const packages = [
      await writeBom(join(folder, `quittance-${version}.cdx.json`), {
        of: ['--package-lock-only', '--sbom-type', 'application'],
        component: { name: 'quittance' },
      }),
      await writeBom(`${path.slice(0, -'.tgz'.length)}.cdx.json`, {
        of: ['--sbom-type', 'library'],
        from: join(unpacked, 'package'),
        component: { name: '@quittance/sdk', hashes: [{ alg: 'SHA-512', content: sha512 }] },
      }),
    ]
    return { client: { path, sha512 }, packages }
  } finally {
    await rm(unpacked, { recursive: true })
  }
}

type Bom = { of: readonly string[]; from?: string; component: object }

/** npm names a package by its folder, so what is known better replaces that. */
async function writeBom(path: string, { of, from = repositoryRoot, component }: Bom) {
  const made = bom.parse(
    JSON.parse(runNpm(['sbom', '--sbom-format', 'cyclonedx', ...of], 'pipe', from)),
  )
  Object.assign(made.metadata.component, component)
  await writeFile(path, `${JSON.stringify(made, null, 2)}\n`)
  return path
}
