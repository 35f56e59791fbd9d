import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'aws-lambda'
import { vi } from 'vitest'
import * as z from 'zod'
import { startLocalServices } from '../../bench/local-services.ts'
import { repositoryRoot } from '../../infra/build/repository-root.ts'
import { functions } from '../../infra/functions.ts'
import type { Invocation } from '../../infra/local/functions/invocation.ts'
import { startGateway } from '../../infra/local/gateway/gateway.ts'
import { routesOf } from '../../infra/local/gateway/route.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { type Scope, scopes } from '../../shared/kernel/scopes.ts'
import { openTable, type Table } from '../../shared/kernel/store/table.ts'
import { lambdaContext } from '../api-event.ts'
import { knowPrice } from '../known-price.ts'

export type MerchantApi = {
  /** Without `/api/v1`. */
  baseUrl: string
  table: Table
  newKey: (mode: Mode, scopes?: readonly Scope[]) => Promise<string>
  /** As if the pair's price was agreed on just now: no chain has to be asked. */
  agreeOnPrice: (pair: string, price: string) => Promise<void>
  /** What the gateway could not turn into an answer. */
  problems: readonly string[]
  stop: () => Promise<void>
}

type Options = {
  wallet?: boolean
  variables?: Record<string, string>
  /** Lambda's context of each invocation, such as one whose time is nearly over. */
  context?: () => Context
}

const mnemonic = 'test test test test test test test test test test test junk'
const owner = { email: 'owner@example.com', password: 'correct horse battery' }

/** The API over real HTTP: the local gateway before the functions themselves, in this process, without a chain. */
export async function startMerchantApi(options: Options = {}): Promise<MerchantApi> {
  const { wallet = true, variables = {}, context = lambdaContext } = options
  const services = await startLocalServices()
  for (const [name, value] of Object.entries({ ...services.environment, ...variables })) {
    vi.stubEnv(name, value)
  }
  // Entry files read their environment when they are loaded.
  vi.resetModules()
  const problems: string[] = []
  const gateway = await startGateway(
    {
      routes: routesOf(functions),
      host: { invoke: (name, payload) => invoke(name, payload, context()) },
      pages: new Map(),
      now: () => new Date(),
      onProblem: (text) => problems.push(text),
    },
    { port: 0 },
  )
  const table = openTable('quittance')
  if (wallet) {
    const baseUrl = 'https://pay.example.com'
    const input = { mnemonic, baseUrl, owner }
    await invoke('operator-setup', { operation: 'set-up-instance', input }, context())
  }
  return {
    baseUrl: gateway.url,
    table,
    newKey: async (mode, granted = scopes) => {
      const input = { mode, name: 'shop', scopes: granted }
      const payload = { operation: 'create-api-key', input }
      const created = await run('operator-keys', payload, lambdaContext())
      return z.object({ key: z.string() }).parse(created).key
    },
    agreeOnPrice: (pair, price) => knowPrice(table, pair, price),
    problems,
    stop: async () => {
      await gateway.close()
      await services.stop()
      vi.unstubAllEnvs()
    },
  }
}

type Handler = (payload: unknown, context: Context) => unknown
const entry = z.object({ handler: z.custom<Handler>((value) => typeof value === 'function') })

async function run(name: string, payload: unknown, context: Context): Promise<unknown> {
  const row = Object.entries(functions).find(([key]) => key === name)?.[1]
  if (!row) throw new Error(`there is no function ${name}`)
  const path = pathToFileURL(join(repositoryRoot, row.entry)).href
  const { handler } = entry.parse(await import(path))
  return handler(payload, context)
}

/** As the function host runs it: payloads are JSON text on the way in and out. */
async function invoke(name: string, payload: unknown, context: Context): Promise<Invocation> {
  const answer = await run(name, JSON.parse(JSON.stringify(payload)), context)
  return { outcome: 'answered', payload: JSON.stringify(answer) }
}
