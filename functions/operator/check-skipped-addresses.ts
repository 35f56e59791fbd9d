import { checkSkippedAddresses } from '../../shared/admin/restore/check-skipped-addresses.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(checkSkippedAddresses)
