import { KMSClient } from '@aws-sdk/client-kms'
import type { ReplyVault } from '../../shared/http/idempotent-reply.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import type { Config } from '../config.ts'

/** Seals and opens the secrets that the service itself uses or shows, such as those of webhooks. */
export function appSecrets(config: Config): ReplyVault {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'app-secrets' }
  return {
    seal: (plaintext, context) => seal(deps, plaintext, context),
    open: (sealed, context) => open(deps, sealed, context),
  }
}
