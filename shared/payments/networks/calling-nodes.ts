import { nodeFetch } from '../../http/client/guarded-fetch.ts'
import { nodeUrlRules } from '../../http/client/url-rules.ts'
import type { Config } from '../../kernel/operation/config.ts'
import { nodeUrls } from './node-urls.ts'

/** For operations that try and save nodes. */
export function callingNodes(config: Config) {
  const urls = nodeUrls(config)
  const urlRules = nodeUrlRules(config)
  return {
    urlRules,
    fetchNode: nodeFetch(urlRules),
    sealUrl: urls.seal,
    openUrl: urls.open,
    acceptsRealMoney: config('REAL_MONEY') === 'accepted',
  }
}
