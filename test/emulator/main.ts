import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '../../infra/local/chains/start-chain.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import { inheritedVariables } from '../config.ts'
import { UsageError } from '../deployed/read-target.ts'
import { accountAt } from './account.ts'
import { commandRunner, type Runner } from './command-runner.ts'
import { readDeployment } from './deployment.ts'
import { drillRestore, restoredTable } from './drill-restore.ts'
import { openPages } from './open-pages.ts'
import { leftOut, runJourneys } from './run-journeys.ts'
import { setUp } from './set-up.ts'
import { startChains } from './start-chains.ts'
import { startEdge } from './start-edge.ts'
import { type Emulator, startEmulator } from './start-emulator.ts'

const context = ['-c', 'prefix=quittance']
const { AWS_ENDPOINT_URL: given, MINISTACK } = inheritedVariables
// Nodes and emulator end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = await mkdtemp(join(tmpdir(), 'quittance-emulator-'))
try {
  const emulator = given ? running(given) : await startEmulator(folder, MINISTACK)
  const passed = await testOn(emulator).finally(emulator.stop)
  if (passed) await rm(folder, { recursive: true })
  else say(`Some journeys failed. What the commands wrote is in ${folder}.`)
  process.exitCode = passed ? 0 : 1
} catch (error) {
  process.exitCode = 1
  if (error instanceof UsageError) {
    await rm(folder, { recursive: true })
    say(error.message)
  } else say(`${error instanceof Error ? error.stack : String(error)}\nMore is in ${folder}.`)
}

function running(address: string): Emulator {
  const { protocol, hostname, origin } = new URL(address)
  if (protocol === 'http:' && hostname === '127.0.0.1') {
    return { endpoint: origin, stop: async () => undefined }
  }
  throw new UsageError(
    'AWS_ENDPOINT_URL must be an emulator on this machine, such as http://127.0.0.1:4566.',
  )
}

/** Returns whether the journeys passed. */
async function testOn({ endpoint }: Emulator): Promise<boolean> {
  const account = accountAt(endpoint)
  const npm = commandRunner(folder, account.variables)
  const chains = await startChains(join(folder, 'chains'))
  try {
    say(`Deploying to ${endpoint}`)
    say(await deploy(npm, chains))
    await openPages(account)
    const deployment = await readDeployment(account)
    const passed = await withEdge(endpoint, deployment, async (baseUrl) => {
      const apiKeys = await setUp(npm, { folder, baseUrl: `https://${deployment.cloudFrontName}` })
      const chain = chains.find(({ mode }) => mode === 'test')
      invariant(chain, 'there is a chain of test mode')
      const { tableName } = deployment
      say('A backup of the table takes its place')
      const { chainId, rpcUrl, faucetPrivateKey: privateKey } = chain
      await drillRestore({
        account,
        npm,
        tableName,
        baseUrl,
        apiKeys,
        payer: { chainId, rpcUrl, privateKey },
        deploy: async (...options) => void (await deploy(npm, chains, options)),
      })
      say('No money was lost, and no address was assigned twice.')
      say(`Journeys that the emulator can't run: ${leftOut.join('; ')}`)
      return runJourneys({ baseUrl, apiKeys, chain })
    })
    const restored = ['-c', `tableName=${restoredTable}`]
    const data = `--delete-data=${restoredTable},${deployment.tableName}`
    say(await npm(['run', '--silent', 'destroy', '--', ...context, ...restored, '--yes', data]))
    return passed
  } finally {
    await Promise.all(chains.map((chain) => chain.stop()))
  }
}

/** Returns the summary at the end. */
async function deploy(
  npm: Runner,
  chains: readonly LocalChain[],
  more: readonly string[] = [],
): Promise<string> {
  const rpcUrls = Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, [rpcUrl]]))
  await npm(['exec', '--', 'cdk', 'bootstrap'])
  const options = ['--require-approval', 'never', '-c', `rpcUrls=${JSON.stringify(rpcUrls)}`]
  const output = await npm(['run', '--silent', 'deploy', '--', ...context, ...options, ...more])
  return output.slice(output.indexOf('Base URL'))
}

async function withEdge<Result>(
  endpoint: string,
  deployment: Awaited<ReturnType<typeof readDeployment>>,
  use: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
  const edge = await startEdge(endpoint, deployment)
  return use(edge.baseUrl).finally(edge.close)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
