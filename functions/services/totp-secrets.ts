import { KMSClient } from '@aws-sdk/client-kms'
import type { SealTotp } from '../../shared/admin/operators/account/begin-totp.ts'
import type { OpenTotp } from '../../shared/admin/operators/sign-in/verify-code.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import type { Config } from '../config.ts'

/** Opens the secrets of authenticator apps. */
export function openingTotp(config: Config): OpenTotp {
  const deps = sealing(config)
  return (sealed, context) => open(deps, sealed, context)
}

/** Seals them. */
export function sealingTotp(config: Config): SealTotp {
  const deps = sealing(config)
  return (secret, context) => seal(deps, secret, context)
}

function sealing(config: Config) {
  return { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'totp-secrets' }
}
