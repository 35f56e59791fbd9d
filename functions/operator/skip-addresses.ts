import { skipAddresses } from '../../shared/admin/restore/skip-addresses.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(skipAddresses)
