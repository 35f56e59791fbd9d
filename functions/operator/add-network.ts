import { addNetwork } from '../../shared/payments/networks/add-network.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(addNetwork)
