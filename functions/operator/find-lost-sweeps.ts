import { findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findLostSweeps)
