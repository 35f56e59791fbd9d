import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { lockedPackages } from '../locked-packages.ts'

const names = z.record(z.string(), z.string())
const { dependencies, devDependencies } = z
  .object({ dependencies: names, devDependencies: names })
  .parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')))

/** The entry files of `npm start`, `npm run demo` and `npm run operate`, and what the first one builds. */
const run = [
  'infra/local/main.ts',
  'infra/local/demo/main.ts',
  'infra/local/functions/worker.ts',
  'infra/operate/main.ts',
  'static-checkout/vite.config.ts',
  'static-checkout/src/main.tsx',
  'static-dashboard/vite.config.ts',
  'static-dashboard/src/main.tsx',
  'static-docs/docs.ts',
  ...Object.values(functions).map(({ entry }) => entry),
]

/** Resolved by path at startup, without an import. */
const foundByPath = ['@foundry-rs/anvil', 'dynalite']

/** The packages that these files import, directly or not, except for types. */
async function packagesOf(entryPoints: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: [...entryPoints],
    bundle: true,
    packages: 'external',
    // It builds the deployment, and says so if the packages for that are missing.
    external: ['../aws/verify/verify.ts'],
    platform: 'node',
    format: 'esm',
    outdir: 'dist',
    write: false,
    metafile: true,
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const found = imports.filter(
    ({ path, external }) => external && !path.startsWith('.') && !isBuiltin(path),
  )
  return [...new Set(found.map(({ path }) => packageOf(path)))]
}

/** `viem/chains` → `viem`. */
function packageOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
}

describe('an installation without development packages', () => {
  it('has exactly what the service, the demo and the terminal import', async () => {
    const needed = [...(await packagesOf(run)), ...foundByPath]
    expect(Object.keys(dependencies).sort()).toEqual(needed.sort())
  })

  it('gets no development package through another', async () => {
    const locked = await lockedPackages()
    const brought = Object.keys(devDependencies).filter(
      (name) => !locked[`node_modules/${name}`]?.dev,
    )
    // Vite names @types/node as an optional peer, and so npm installs it; it has 3 MB. The local queues and state machines
    // need the others themselves.
    expect(brought.toSorted()).toEqual(['@aws-sdk/client-s3', '@types/node', 'fastify', 'yaml'])
  })
})

describe('synthesis', () => {
  it('opens no client of a chain to tell the functions their currencies', async () => {
    const imported = await packagesOf(['infra/function-variables.ts'])
    expect(imported).toEqual([])
  })
})
