import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { nodeFetch } from '../../shared/http/client/guarded-fetch.ts'
import { addNetwork, runAddNetwork } from '../../shared/payments/networks/add-network.ts'
import {
  connectProvider,
  runConnectProvider,
} from '../../shared/payments/networks/connect-provider.ts'
import { listNetworks, runListNetworks } from '../../shared/payments/networks/list-networks.ts'
import { type Providers, providers } from '../../shared/payments/networks/providers/providers.ts'
import { removeNetwork, runRemoveNetwork } from '../../shared/payments/networks/remove-network.ts'
import { runSeedNetworks, seedNetworks } from '../../shared/payments/networks/seed-networks.ts'
import { runSetNetwork, setNetwork } from '../../shared/payments/networks/set-network.ts'
import { runTestNetworks, testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { runTrustOperator, trustOperator } from '../../shared/payments/networks/trust-operator.ts'
import type { Config } from '../config.ts'
import { backgroundFunction } from '../pipelines/background-function.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { backgroundServices } from '../services/background-services.ts'
import { nodeUrls } from '../services/node-urls.ts'
import { operatorServices } from '../services/operator-services.ts'
import { sealedInputs } from '../services/sealed-inputs.ts'
import { nodeUrlRules } from '../services/url-rules.ts'

export function serveListNetworks(config: Config) {
  return operatorFunction(listNetworks, runListNetworks, operatorServices(config))
}

export function serveAddNetwork(config: Config) {
  return backgroundFunction(addNetwork, runAddNetwork, callingNodesWithKeys(config))
}

export function serveConnectProvider(config: Config, offered: Providers = providers) {
  const services = { ...callingNodesWithKeys(config), providers: offered, publicNodes }
  return backgroundFunction(connectProvider, runConnectProvider, services)
}

export function serveSetNetwork(config: Config) {
  return operatorFunction(setNetwork, runSetNetwork, operatorServices(config))
}

export function serveTrustOperator(config: Config) {
  return operatorFunction(trustOperator, runTrustOperator, operatorServices(config))
}

export function serveTestNetworks(config: Config) {
  return backgroundFunction(testNetworks, runTestNetworks, callingNodes(config))
}

export function serveRemoveNetwork(config: Config) {
  return operatorFunction(removeNetwork, runRemoveNetwork, operatorServices(config))
}

export function serveSeedNetworks(config: Config) {
  return backgroundFunction(seedNetworks, runSeedNetworks, callingNodesWithKeys(config))
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
