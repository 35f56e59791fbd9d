import { showSweepPreviews } from '../../shared/money/sweeps/show-sweep-previews.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showSweepPreviews)
