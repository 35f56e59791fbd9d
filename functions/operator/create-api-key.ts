import { createApiKey } from '../../shared/records/api-keys/create-api-key.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(createApiKey)
