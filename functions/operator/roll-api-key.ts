import { rollApiKey } from '../../shared/records/api-keys/roll-api-key.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(rollApiKey)
