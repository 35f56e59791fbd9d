import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '../../infra/build/repository-root.ts'

const sources = ['functions', 'infra', 'shared', 'static-checkout', 'static-docs']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'cdk.json']

/** What `git clone` and `npm ci` leave: no `dist`. */
async function freshClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of [...sources, ...files]) {
    await cp(join(repositoryRoot, name), join(folder, name), { recursive: true })
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

it('any command of the CDK works in a fresh clone, such as bootstrap', async () => {
  const clone = await freshClone()
  const cdkOut = join(clone, 'cdk.out')
  await promisify(execFile)(process.execPath, ['infra/aws/app.ts'], {
    cwd: clone,
    env: { CDK_OUTDIR: cdkOut, CDK_VALIDATION: 'false' },
  })
  const templates = (await readdir(cdkOut)).filter((name) => name.endsWith('.template.json'))
  expect(templates.sort()).toEqual(
    ['api', 'checkout', 'foundation', 'operator', 'pages', 'workers'].map(
      (stack) => `quittance-${stack}.template.json`,
    ),
  )
}, 120_000)
