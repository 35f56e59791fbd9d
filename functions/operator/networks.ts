import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { nodeFetch } from '../../shared/http/client/guarded-fetch.ts'
import { addNetwork } from '../../shared/payments/networks/add-network.ts'
import { connectProvider } from '../../shared/payments/networks/connect-provider.ts'
import { listNetworks } from '../../shared/payments/networks/list-networks.ts'
import { type Providers, providers } from '../../shared/payments/networks/providers/providers.ts'
import { removeNetwork } from '../../shared/payments/networks/remove-network.ts'
import { seedNetworks } from '../../shared/payments/networks/seed-networks.ts'
import { setNetwork } from '../../shared/payments/networks/set-network.ts'
import { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { trustOperator } from '../../shared/payments/networks/trust-operator.ts'
import type { Config } from '../config.ts'
import { backgroundFunction } from '../pipelines/background-function.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { backgroundServices } from '../services/background-services.ts'
import { nodeUrls } from '../services/node-urls.ts'
import { operatorServices } from '../services/operator-services.ts'
import { sealedInputs } from '../services/sealed-inputs.ts'
import { nodeUrlRules } from '../services/url-rules.ts'

export function serveListNetworks(config: Config) {
  return operatorFunction(listNetworks, operatorServices(config))
}

export function serveAddNetwork(config: Config) {
  return backgroundFunction(addNetwork, callingNodesWithKeys(config))
}

export function serveConnectProvider(config: Config, offered: Providers = providers) {
  const services = { ...callingNodesWithKeys(config), providers: offered, publicNodes }
  return backgroundFunction(connectProvider, services)
}

export function serveSetNetwork(config: Config) {
  return operatorFunction(setNetwork, operatorServices(config))
}

export function serveTrustOperator(config: Config) {
  return operatorFunction(trustOperator, operatorServices(config))
}

export function serveTestNetworks(config: Config) {
  return backgroundFunction(testNetworks, callingNodes(config))
}

export function serveRemoveNetwork(config: Config) {
  return operatorFunction(removeNetwork, operatorServices(config))
}

export function serveSeedNetworks(config: Config) {
  return backgroundFunction(seedNetworks, callingNodesWithKeys(config))
}

/** For inputs that hold keys of nodes. */
function callingNodesWithKeys(config: Config) {
  return { ...callingNodes(config), inputs: sealedInputs(config) }
}

function callingNodes(config: Config) {
  const urls = nodeUrls(config)
  const urlRules = nodeUrlRules(config)
  return {
    ...backgroundServices(config),
    urlRules,
    fetchNode: nodeFetch(urlRules),
    sealUrl: urls.seal,
    openUrl: urls.open,
    acceptsRealMoney: config('REAL_MONEY') === 'accepted',
  }
}
