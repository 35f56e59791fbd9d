import { KMSClient } from '@aws-sdk/client-kms'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import { sealed } from '../../shared/kernel/store/sealed.ts'
import type { Config } from '../config.ts'
import type { KeptInputs } from './kept-inputs.ts'

/** For inputs that hold keys of nodes: sealed as the URLs of nodes are. */
export function sealedInputs(config: Config): KeptInputs {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'node-urls' }
  return {
    keep: async (workId, json) => JSON.stringify(await seal(deps, json, { workId })),
    open: (workId, kept) => open(deps, sealed.parse(JSON.parse(kept)), { workId }),
  }
}
