import { revokeApiKey } from '../../shared/records/api-keys/revoke-api-key.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(revokeApiKey)
