import { acknowledgeDifference } from '../../shared/money/books/acknowledge-difference.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(acknowledgeDifference)
