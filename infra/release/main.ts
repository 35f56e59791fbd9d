import { join } from 'node:path'
import { runCommand } from '../aws/run-command.ts'
import { repositoryRoot } from '../build/repository-root.ts'
import { makeRelease } from './make-release.ts'
import { writeReleaseFiles } from './release-files.ts'
import { runNpm } from './run-npm.ts'

/** Stored rows are those of today, and are read by this release and the one before. */
const checks = [
  ['run', 'check'],
  ['test', '--', 'test/upgrade', 'infra/release'],
  ['run', 'test:long', '--', 'test/upgrade', 'infra/release'],
]

await runCommand(async () => {
  const version = await makeRelease({
    folder: repositoryRoot,
    given: process.argv[2],
    day: new Date().toISOString().slice(0, 10),
    check: async () => {
      for (const args of checks) runNpm(args, 'inherit')
    },
  })
  const folder = join(repositoryRoot, 'dist/release')
  const { client, packages } = await writeReleaseFiles(folder, version)
  console.log(`
Quittance ${version} is committed and tagged. Nothing was pushed or published.
To publish it: git push origin main v${version}
Attach the client and the lists of packages:
  ${[client.path, ...packages].join('\n  ')}
SHA-512 of the client: ${client.sha512}`)
})
