import { listApiKeys } from '../../shared/records/api-keys/list-api-keys.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listApiKeys)
