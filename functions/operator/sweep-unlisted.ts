import { sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(sweepUnlisted)
