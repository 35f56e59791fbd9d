import { findRefunds } from '../../shared/money/refunds/list-refunds.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findRefunds)
