import { KMSClient } from '@aws-sdk/client-kms'
import type { Config } from '../../kernel/operation/config.ts'
import type { KeptInputs } from '../../kernel/operation/kept-inputs.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import { sealed } from '../../kernel/store/sealed.ts'

/** For inputs that hold keys of nodes: sealed as the URLs of nodes are. */
export function sealedInputs(config: Config): KeptInputs {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'node-urls' }
  return {
    keep: async (workId, json) => JSON.stringify(await seal(deps, json, { workId })),
    open: (workId, kept) => open(deps, sealed.parse(JSON.parse(kept)), { workId }),
  }
}
