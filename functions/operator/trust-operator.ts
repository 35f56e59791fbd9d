import { trustOperator } from '../../shared/payments/networks/trust-operator.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(trustOperator)
