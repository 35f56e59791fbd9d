import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import * as z from 'zod'
import type { FunctionRow } from '../function-row.ts'
import { functions } from '../functions.ts'
import { builtDescription } from './built-description.ts'
import { lambdaEntry, lambdaProgram } from './lambda-entry.ts'
import { leanAwsSdk } from './lean-aws-sdk.ts'
import { leanZod } from './lean-zod.ts'
import { repositoryRoot } from './repository-root.ts'
import { buildIfChanged, isBuilt } from './source-fingerprint.ts'
import { writeIfChanged } from './write-if-changed.ts'

/** One folder per function, ready to be a Lambda asset: `<name>/index.js`. */
export const functionsFolder = join(repositoryRoot, 'dist/functions')

/** Says from which sources all functions were built. */
export const functionsStamp = join(functionsFolder, '.sources')

/**
 * Builds all functions, including the AWS SDK, in one esbuild run, because one run per function would take a minute.
 * CommonJS starts a fifth faster than ESM on Node 24. Returns the size of each bundle in bytes.
 */
export async function buildFunctions(): Promise<Record<string, number>> {
  return bundleFunctions(functions, functionsFolder)
}

/** Builds every function, unless the sources are unchanged since the last build. */
export async function buildFunctionsIfChanged(
  build: () => Promise<unknown> = buildFunctions,
): Promise<void> {
  await buildIfChanged(functionsStamp, { sources }, build)
}

/** Returns whether every function is built from the sources as they are. */
export function areFunctionsBuilt(): Promise<boolean> {
  return isBuilt(functionsStamp, { sources })
}

const sources = ['functions', 'shared']

/** Bundles each entry file, from the repository's root or absolute, to `<folder>/<name>/index.js`. */
export async function bundleFunctions(
  entries: Readonly<Record<string, Pick<FunctionRow, 'entry'>>>,
  folder: string,
): Promise<Record<string, number>> {
  const entryPoints = Object.fromEntries(
    Object.entries(entries).map(([name, { entry }]) => [
      `${name}/index`,
      lambdaProgram(resolve(repositoryRoot, entry)),
    ]),
  )
  const { outputFiles } = await build({
    ...bundling,
    entryPoints,
    outdir: folder,
    write: false,
  }).catch((error: unknown) => {
    throw new Error(`The functions can't be bundled: ${firstProblem(error)}`, { cause: error })
  })
  // The repository's package.json says "module"; on AWS there is none, and .js means CommonJS.
  const commonJs = { path: join(folder, 'package.json'), contents: Buffer.from(commonJsPackage) }
  await Promise.all(
    [commonJs, ...outputFiles].map(({ path, contents }) => writeIfChanged(path, contents)),
  )
  return Object.fromEntries(
    Object.keys(entries).map((name) => [name, bundleBytes(outputFiles, join(folder, name))]),
  )
}

const commonJsPackage = '{ "type": "commonjs" }\n'

/** How every function is bundled. */
export const bundling = {
  bundle: true,
  minify: true,
  // Keeps the names of errors and functions readable in logs.
  keepNames: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [lambdaEntry, leanAwsSdk, leanZod, builtDescription],
} as const satisfies BuildOptions

/** esbuild lists every problem over many lines; the first one is the one to fix. */
function firstProblem(error: unknown): string {
  const problems = z.object({ errors: z.array(esbuildMessage).min(1) }).safeParse(error)
  const [first] = problems.data?.errors ?? []
  if (!first) return String(error)
  return first.location
    ? `${first.location.file}:${first.location.line}: ${first.text}`
    : first.text
}

const esbuildMessage = z.object({
  text: z.string(),
  location: z.object({ file: z.string(), line: z.number() }).nullable(),
})

function bundleBytes(
  files: readonly { path: string; contents: Uint8Array }[],
  folder: string,
): number {
  return files.find(({ path }) => path === join(folder, 'index.js'))?.contents.byteLength ?? 0
}
