import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const { scripts, optionalDependencies } = z
  .object({
    scripts: z.object({ postinstall: z.string() }),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')))

/** Runs the script as npm does at the end of an installation. */
function install(options = '') {
  const { status, stderr } = spawnSync('/bin/sh', ['-c', scripts.postinstall], {
    env: { PATH: dirname(process.execPath), NODE_OPTIONS: options },
    encoding: 'utf8',
  })
  return { status, stderr }
}

describe('an installation', () => {
  it('refuses Alpine, and names the supported systems', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alpine-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const musl = join(folder, 'musl.cjs')
    // What Node reports on musl: no version of glibc.
    await writeFile(musl, 'process.report.getReport = () => ({ header: {} })\n')
    const { status, stderr } = install(`--require ${musl}`)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Quittance needs macOS, Windows, or a Linux with glibc.+Alpine.+\n$/)
  })

  it('is silent elsewhere', () => {
    expect(install()).toEqual({ status: 0, stderr: '' })
  })

  it('installs a Node with argon2, so 24.7 or later, on every system', () => {
    const versions = Object.entries(optionalDependencies).filter(([name]) => /^node-/.test(name))
    expect(versions).toHaveLength(5)
    for (const [name, version] of versions) {
      const [major = 0, minor = 0] = version.split('.').map(Number)
      expect(major * 100 + minor, `${name} ${version}`).toBeGreaterThanOrEqual(2407)
    }
  })
})
