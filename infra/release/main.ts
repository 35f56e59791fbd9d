import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../aws/run-command.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { OperateError } from '../operate/operate-error.ts'
import { makeRelease } from './make-release.ts'

/** Stored rows are those of today, and are read by this release and the one before. */
const checks = [
  ['run', 'check'],
  ['test', '--', 'test/upgrade', 'infra/release'],
  ['run', 'test:long', '--', 'test/upgrade/real-runs'],
]

function npm(args: readonly string[], stdout: 'inherit' | 'pipe'): string | null {
  try {
    const stdio: ['ignore', 'inherit' | 'pipe', 'inherit'] = ['ignore', stdout, 'inherit']
    // A shell finds npm.cmd on Windows.
    return execFileSync('npm', args, {
      cwd: repositoryRoot,
      encoding: 'utf8',
      stdio,
      shell: true,
      maxBuffer: 2 ** 28,
    })
  } catch (cause) {
    throw new OperateError(`npm ${args.join(' ')} failed. Nothing was released.`, { cause })
  }
}

/** The packages in the lock file, in CycloneDX. npm names the root by its folder. */
async function writeSbom(version: string): Promise<string> {
  const made = JSON.parse(
    npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], 'pipe') ?? '',
  )
  made.metadata.component.name = 'quittance'
  const folder = join(repositoryRoot, 'dist/release')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `quittance-${version}.cdx.json`)
  await writeFile(path, `${JSON.stringify(made, null, 2)}\n`)
  return path
}

await runCommand(async () => {
  const version = await makeRelease({
    folder: repositoryRoot,
    given: process.argv[2],
    day: new Date().toISOString().slice(0, 10),
    check: async () => {
      for (const args of checks) npm(args, 'inherit')
    },
  })
  const sbom = await writeSbom(version)
  console.log(`
Quittance ${version} is committed and tagged. Nothing was pushed or published.
To publish it: git push origin main v${version}
Attach its list of packages: ${sbom}`)
})
