import { KMSClient } from '@aws-sdk/client-kms'
import type { Config } from '../../../kernel/operation/config.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { open, seal } from '../../../kernel/sealing/seal.ts'
import type { OpenTotp } from '../sign-in/verify-code.ts'

export type SealTotp = (secret: string, context: Record<string, string>) => Promise<Sealed>

/** Opens the secrets of authenticator apps. */
export function openingTotp(config: Config): OpenTotp {
  const deps = sealing(config)
  return (sealed, context) => open(deps, sealed, context)
}

export function sealingTotp(config: Config): SealTotp {
  const deps = sealing(config)
  return (secret, context) => seal(deps, secret, context)
}

function sealing(config: Config) {
  return { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'totp-secrets' }
}
