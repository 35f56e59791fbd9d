import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { bundleFunctions, bundling } from '../infra/build/build-functions.ts'
import { repositoryRoot } from '../infra/build/repository-root.ts'
import { functions } from '../infra/functions.ts'
import { operations } from '../shared/operations.ts'
import { lambdaVariables } from '../test/lambda-variables.ts'
import { type Figure, percentile, sized } from './bench.ts'

const run = promisify(execFile)
const rounds = sized(9, 1)

type Aim = { bytes: number; cold: number }

const aims = {
  api: { bytes: 500_000, cold: 1.7 },
  opensSessions: { bytes: 600_000, cold: 2.8 },
} as const satisfies Record<string, Aim>

/**
 * Prints the CPU time that importing a bundle takes, with Lambda's global: waiting for a busy machine doesn't count.
 */
const timing = `
  globalThis.awslambda = { streamifyResponse: (handler) => handler }
  const before = process.threadCpuUsage()
  require(process.argv[1])
  const { user, system } = process.threadCpuUsage(before)
  console.log((user + system) / 1000)
  process.exit()
`

/** The least that any function needs. */
const leanClient = `
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
  new DynamoDBClient()
`

/** Bytes of each function's bundle, and its cold import as a ratio to that of the DynamoDB client alone, in turns. */
export async function bundles(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
  try {
    const sizes = await bundleFunctions(functions, folder)
    await bundleLeanClient(folder)
    const figures: Figure[] = []
    for (const [name, bytes] of Object.entries(sizes).toSorted(([, a], [, b]) => b - a)) {
      const { ratio, ms } = await coldImport(folder, name)
      const value = `${kB(bytes)}; cold import / client alone: ${ratio.toFixed(2)} (${ms.toFixed(0)} ms)`
      const aim = aimOf(name)
      const aimed = aim && `under ${kB(aim.bytes)}, at most ${aim.cold}`
      figures.push({ what: name, value, ...(aimed && { aim: aimed }) })
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const leanName = 'lean-client'

async function bundleLeanClient(folder: string): Promise<void> {
  await build({
    ...bundling,
    stdin: { contents: leanClient, resolveDir: repositoryRoot },
    outfile: join(folder, leanName, 'index.js'),
  })
}

function aimOf(name: string): Aim | undefined {
  if (name === 'create-checkout-session') return aims.opensSessions
  const called = operations.find((operation) => operation.name === name)
  return called?.caller.kind === 'merchant' ? aims.api : undefined
}

async function coldImport(folder: string, name: string): Promise<{ ratio: number; ms: number }> {
  const times: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const base = await importMs(folder, leanName)
    const own = await importMs(folder, name)
    times.push(own)
    ratios.push(own / base)
  }
  return { ratio: percentile(ratios, 50), ms: percentile(times, 50) }
}

async function importMs(folder: string, name: string): Promise<number> {
  const parameters = ['-e', timing, join(folder, name, 'index.js')]
  const row = functions[name]
  const env = row ? lambdaVariables(name, row) : {}
  const { stdout } = await run(process.execPath, parameters, { env })
  return Number(stdout)
}

function kB(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}
