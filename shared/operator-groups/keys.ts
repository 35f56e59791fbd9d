import { createApiKey, runCreateApiKey } from '../api-keys/create-api-key.ts'
import { listApiKeys, runListApiKeys } from '../api-keys/list-api-keys.ts'
import { revokeApiKey, runRevokeApiKey } from '../api-keys/revoke-api-key.ts'
import { serves } from '../operators/served-operation.ts'

export const keyOperations = [
  serves(createApiKey, runCreateApiKey),
  serves(listApiKeys, runListApiKeys),
  serves(revokeApiKey, runRevokeApiKey),
]
