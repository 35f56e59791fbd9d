import { KMSClient } from '@aws-sdk/client-kms'
import { ownerMailer } from '../../aws/mail-owner.ts'
import { publicFetch } from '../../http/client/guarded-fetch.ts'
import { hostRules } from '../../http/client/url-rules.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { dataKeyCache } from '../../kernel/sealing/data-key-cache.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import type { OpenNoticeDeps } from './send-notice.ts'

type SealNotice = {
  sealAddress: (address: string, context: Record<string, string>) => Promise<Sealed>
}

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
