import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleFunctions } from '../infra/build/build-functions.ts'
import { nodesVariable } from '../infra/function-variables.ts'
import { functions } from '../infra/functions.ts'
import { operations } from '../shared/operations.ts'
import { type Figure, percentile } from './bench.ts'

const run = promisify(execFile)
const runs = 5
const budgets = { api: 500_000, opensSessions: 600_000 }

/** Prints how long Node takes from its start until a bundle is loaded, where Lambda's global is there. */
const timing = `
  globalThis.awslambda = { streamifyResponse: (handler) => handler }
  require(process.argv[1])
  console.log(performance.now())
  process.exit()
`

/** What functions/config.ts wants to read; nothing is called. */
const environment = {
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'table',
  SCANS_LIVE_QUEUE_URL: 'https://queue.example',
  SCANS_TEST_QUEUE_URL: 'https://queue.example',
  WEBHOOK_DELIVERIES_LIVE_QUEUE_URL: 'https://queue.example',
  WEBHOOK_DELIVERIES_TEST_QUEUE_URL: 'https://queue.example',
  SESSION_TIMER_ARN: 'arn',
  PAYMENT_CONFIRMATION_ARN: 'arn',
  KMS_KEY_ID: 'key',
  FIAT_CURRENCIES: 'EUR,USD',
  CHAIN_IDS: '31337,31338',
  CHAIN_RPC_URLS: nodesVariable({ 31337: ['http://127.0.0.1:9'], 31338: ['http://127.0.0.1:9'] }),
}

/** Bytes of each function's bundle, and how long Node takes to have it loaded, as a ratio to an empty handler. */
export async function bundles(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-bench-'))
  try {
    const empty = join(folder, 'empty.ts')
    await writeFile(empty, 'export const serve = () => async () => ({})\n')
    const entries = Object.entries(functions).map(([name, { entry }]) => [name, entry])
    const sizes = await bundleFunctions(Object.fromEntries([...entries, ['empty', empty]]), folder)
    const base = await readyMs(folder, 'empty')
    const figures: Figure[] = []
    for (const [name, bytes] of Object.entries(sizes).toSorted(([, a], [, b]) => b - a)) {
      if (name === 'empty') continue
      const ms = await readyMs(folder, name)
      const value = `${kB(bytes)}; ready / empty one ready: ${(ms / base).toFixed(1)} (${ms.toFixed(0)} ms)`
      const budget = budgetOf(name)
      figures.push({ what: name, value, ...(budget && { aim: `under ${kB(budget)}` }) })
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function budgetOf(name: string): number | undefined {
  if (name === 'create-checkout-session') return budgets.opensSessions
  const called = operations.find((operation) => operation.name === name)
  return called?.caller.kind === 'merchant' ? budgets.api : undefined
}

async function readyMs(folder: string, name: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const parameters = ['-e', timing, join(folder, name, 'index.js')]
    const { stdout } = await run(process.execPath, parameters, { env: environment })
    times.push(Number(stdout))
  }
  return percentile(times, 50)
}

function kB(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`
}
