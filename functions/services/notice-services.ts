import { KMSClient } from '@aws-sdk/client-kms'
import type { OpenNoticeDeps } from '../../shared/admin/sale-notices/send-notice.ts'
import { publicFetch } from '../../shared/http/client/guarded-fetch.ts'
import type { Sealed } from '../../shared/kernel/sealed.ts'
import { dataKeyCache } from '../../shared/kernel/sealing/data-key-cache.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import type { Config } from '../config.ts'
import { ownerMailer } from './mail-owner.ts'
import { hostRules } from './url-rules.ts'

type SealNotice = {
  sealAddress: (address: string, context: Record<string, string>) => Promise<Sealed>
}

/** What sends sale notices: to the topic of the alarms, and to chats, whose addresses are sealed for that. */
export function noticeServices(config: Config): OpenNoticeDeps & SealNotice {
  const sealing = {
    kms: new KMSClient(),
    keyId: config('KMS_KEY_ID'),
    purpose: 'notice-addresses',
    cache: dataKeyCache(() => new Date()),
  }
  const hosts = config('CHAT_HOSTS')
  return {
    hosts,
    fetch: publicFetch(hostRules(hosts)),
    mail: ownerMailer(config),
    openAddress: (sealed, context) => open(sealing, sealed, context),
    sealAddress: (address, context) => seal(sealing, address, context),
  }
}
