import { onTestFinished } from 'vitest'
import { serveInBackground } from '../functions/pipelines/background-function.ts'
import { operatorServices } from '../functions/services/operator-services.ts'
import { publicNodes } from '../shared/chain/registry/public-nodes.ts'
import { nodeFetch } from '../shared/http/client/guarded-fetch.ts'
import { callingNodes } from '../shared/payments/networks/calling-nodes.ts'
import { connectProvider } from '../shared/payments/networks/connect-provider.ts'
import type { NodeServices } from '../shared/payments/networks/node-services.ts'
import { nodeUrls } from '../shared/payments/networks/node-urls.ts'
import { type Providers, providers } from '../shared/payments/networks/providers/providers.ts'
import { startTestChain, type TestChain } from './chain-fixture.ts'
import { type ServiceFunctions, serviceFunctions } from './service-functions.ts'
import { lambdasOf, terminal } from './terminal.ts'

export type OperatorNetworks = ServiceFunctions & {
  services: NodeServices & {
    providers: Providers
    publicNodes: Readonly<Record<number, readonly string[]>>
  }
  run: (...args: string[]) => Promise<string>
}

/** An instance without networks that may call this machine, and its owner's terminal. */
export async function operatorNetworks(
  variables: Readonly<Record<string, string>> = {},
  offered: Providers = providers,
): Promise<OperatorNetworks> {
  const service = await serviceFunctions(variables, {})
  const { config } = service
  const { run } = terminal({
    ...lambdasOf(config),
    'operator-connect-provider': serveInBackground({
      ...connectProvider,
      needs: () => ({ ...callingNodes(config), providers: offered, publicNodes }),
    })(config),
  })
  const urls = nodeUrls(config)
  const urlRules = { allowLoopback: true }
  const services = {
    ...operatorServices(config),
    urlRules,
    fetchNode: nodeFetch(urlRules),
    sealUrl: urls.seal,
    openUrl: urls.open,
    acceptsRealMoney: true,
    providers: offered,
    publicNodes: {},
  }
  return { ...service, run, services }
}

/** A node of a public chain whose newest block is as new as it should be. */
export async function startPublicChain(chainId: number): Promise<TestChain> {
  const chain = await startTestChain({ chainId })
  onTestFinished(() => chain.stop())
  const now = BigInt(Math.floor(Date.now() / 1000))
  await chain.node.removeBlockTimestampInterval()
  await chain.node.setNextBlockTimestamp({ timestamp: now - 20n })
  await chain.node.mine({ blocks: 12, interval: 1 })
  return chain
}

/** A provider that serves some chains at the host of a stand-in node, by its own form of URL. */
export function standIn(rpcUrl: string, chains: Readonly<Record<number, string>>): Providers {
  const url = `${rpcUrl}/{chain}/v2/{key}`
  return { ...providers, alchemy: { url, chains } }
}
