import { KMSClient } from '@aws-sdk/client-kms'
import type { Config } from '../kernel/operation/config.ts'
import type { ReplyVault } from '../kernel/sealed.ts'
import { open, seal } from '../kernel/sealing/seal.ts'

/** Seals and opens the secrets that the service itself uses or shows, such as those of webhooks. */
export function appSecrets(config: Config): ReplyVault {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'app-secrets' }
  return {
    seal: (plaintext, context) => seal(deps, plaintext, context),
    open: (sealed, context) => open(deps, sealed, context),
  }
}
