import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'aws-lambda'
import * as z from 'zod'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import { routesOf } from '../../infra/local/gateway/route.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { Scope } from '../../shared/kernel/scopes.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { lambdaContext } from '../api-event.ts'
import { startLocalMachines } from '../faults/local-machines.ts'
import { knowPrice } from '../known-price.ts'
import { newApiKey, saveBaseUrl, saveWallet } from '../saved-instance.ts'
import type { NodesByChain } from '../saved-networks.ts'
import { startServiceFunctions } from '../service-functions.ts'
import { startTestQueues } from '../test-queues.ts'

export type MerchantApi = {
  /** Without `/api/v1`. */
  baseUrl: string
  table: Table
  newKey: (mode: Mode, scopes?: readonly Scope[]) => Promise<string>
  /** Stores a current price for the pair, so that no source is called. */
  agreeOnPrice: (pair: string, price: string) => Promise<void>
  /** Errors that the gateway could not turn into a response. */
  problems: readonly string[]
  stop: () => Promise<void>
}

type Options = {
  wallet?: boolean
  variables?: Record<string, string>
  /** The nodes of the local chains; by default, none can be reached. */
  nodes?: NodesByChain
  /** Lambda's context of each invocation, such as one near its timeout. */
  context?: () => Context
}

/** The API over real HTTP: the local gateway and the functions in this process. */
export async function startMerchantApi(options: Options = {}): Promise<MerchantApi> {
  const { wallet = true, variables = {}, nodes, context = lambdaContext } = options
  const [queues, machines] = await Promise.all([startTestQueues(), startLocalMachines()])
  const service = await startServiceFunctions({ ...queues.variables, ...variables }, nodes)
  const { table, config } = service
  if (wallet) await saveBaseUrl(table, 'https://pay.example.com')
  if (wallet) await saveWallet(table, config)
  const functionOf = functionsOf(config)
  const problems: string[] = []
  const gateway = await startGateway(
    {
      routes: routesOf(functions),
      host: {
        // Payloads are JSON text, as in the function host.
        invoke: async (name, payload) => {
          const run = await functionOf(name)
          const result = await run(JSON.parse(JSON.stringify(payload)), context())
          return { outcome: 'answered', payload: JSON.stringify(result) }
        },
      },
      pages: new Map(),
      now: () => new Date(),
      onProblem: (text) => problems.push(text),
    },
    { port: 0 },
  )
  return {
    baseUrl: gateway.url,
    table,
    newKey: (mode, scopes) => newApiKey(table, mode, scopes),
    agreeOnPrice: (pair, price) => knowPrice(table, pair, price),
    problems,
    stop: async () => {
      await gateway.close()
      await Promise.all([service.stop(), queues.stop(), machines.stop()])
    },
  }
}

type Run = (payload: unknown, context: Context) => unknown
type Serve = (config: Config) => Run
const entry = z.object({ serve: z.custom<Serve>((value) => typeof value === 'function') })

/** Builds each function when it is called first. */
function functionsOf(config: Config): (name: string) => Promise<Run> {
  const built = new Map<string, Promise<Run>>()
  return (name) => {
    const run = built.get(name) ?? build(name, config)
    built.set(name, run)
    return run
  }
}

async function build(name: string, config: Config): Promise<Run> {
  const row = Object.entries(functions).find(([key]) => key === name)?.[1]
  if (!row) throw new Error(`there is no function ${name}`)
  const { href } = pathToFileURL(join(repositoryRoot, row.entry))
  return entry.parse(await import(href)).serve(config)
}
