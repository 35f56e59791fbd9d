import { KMSClient } from '@aws-sdk/client-kms'
import type { OpenTotp } from '../../shared/operators/sign-in/verify-code.ts'
import { open } from '../../shared/wallet/keys/seal.ts'
import type { Config } from '../config.ts'

/** Opens the secrets of authenticator apps. */
export function openingTotp(config: Config): OpenTotp {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'totp-secrets' }
  return (sealed, context) => open(deps, sealed, context)
}
