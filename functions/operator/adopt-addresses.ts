import { adoptAddresses } from '../../shared/admin/restore/adopt-addresses.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(adoptAddresses)
