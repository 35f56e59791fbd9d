import { publicNodes } from '../../shared/chain/registry/public-nodes.ts'
import { nodeFetch } from '../../shared/networks/fetch-node.ts'
import { type Providers, providers } from '../../shared/networks/providers/providers.ts'
import { networkOperations } from '../../shared/operator-groups/networks.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { nodeUrls } from '../services/node-urls.ts'
import { operatorServices } from '../services/operator-services.ts'
import { nodeUrlRules } from '../services/url-rules.ts'

export function serve(config: Config, offered: Providers = providers) {
  const services = operatorServices(config)
  const urls = nodeUrls(config)
  const urlRules = nodeUrlRules(config)
  return operatorFunction(networkOperations, {
    ...services,
    providers: offered,
    publicNodes,
    urlRules,
    fetchNode: nodeFetch(urlRules),
    sealUrl: urls.seal,
    openUrl: urls.open,
  })
}
