import { growIndexShards } from '../../shared/records/settings/grow-index-shards.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(growIndexShards)
