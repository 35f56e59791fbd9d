import { findRefunds } from '../../shared/money/refunds/find-refunds.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findRefunds)
