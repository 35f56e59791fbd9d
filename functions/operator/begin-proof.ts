import { beginProof } from '../../shared/admin/operators/proof/begin-proof.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(beginProof)
