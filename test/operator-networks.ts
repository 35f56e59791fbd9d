import { onTestFinished } from 'vitest'
import * as networks from '../functions/operator/networks.ts'
import * as notifiers from '../functions/operator/notifiers.ts'
import { nodeUrls } from '../functions/services/node-urls.ts'
import { operatorServices } from '../functions/services/operator-services.ts'
import { nodeFetch } from '../shared/http/client/guarded-fetch.ts'
import type { NodeServices } from '../shared/payments/networks/node-services.ts'
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
    ...lambdasOf(config, networks, notifiers),
    'operator-connect-provider': networks.serveConnectProvider(config, offered),
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
