import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { inheritedVariables } from '../config.ts'
import { startInstance } from '../instance.ts'
import { lockedPackages } from '../locked-packages.ts'

const run = promisify(execFile)

/** The files after `git clone` and `npm ci --omit=dev`. Symbolic links would resolve to omitted packages. */
async function leanInstall(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lean-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const notCloned = ['.git', '.local', 'cdk.out', 'dist', 'node_modules']
  await cp(repositoryRoot, folder, {
    recursive: true,
    filter: (path) => !notCloned.includes(relative(repositoryRoot, path)),
  })
  const copied = [join(repositoryRoot, 'node_modules'), folder]
  // Hard links take a second; another file system needs copies.
  await run('cp', ['-al', ...copied]).catch(() => run('cp', ['-a', ...copied]))
  for (const [path, { dev }] of Object.entries(await lockedPackages())) {
    if (dev) await rm(join(folder, path), { recursive: true, force: true })
  }
  return folder
}

const soon = { RECHECK_DELAY_SECONDS: '1', CONFIRMATIONS: '1', BLOCK_TIME_SECONDS: '0.5' }

it('without development packages it builds its pages, starts and plays the demo', async () => {
  const folder = await leanInstall()
  const instance = await startInstance({ folder, env: soon })
  try {
    for (const path of ['/docs', '/docs/docs.js', '/checkout/cs_none']) {
      expect((await fetch(`${instance.baseUrl}${path}`)).status, path).toBe(200)
    }
    const env = { ...inheritedVariables, DATA_DIR: instance.dataDir }
    const { stdout } = await run('npm', ['run', 'demo'], { cwd: folder, env })
    expect(stdout).toContain('The demo completed in')
    const headers = { authorization: `Bearer ${instance.instance.apiKeys.test}` }
    const left = await fetch(`${instance.baseUrl}/api/v1/webhook_endpoints`, { headers })
    expect(await left.json()).toMatchObject({ data: [] })
  } finally {
    await instance.stop()
  }
}, 300_000)
