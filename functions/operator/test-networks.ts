import { testNetworks } from '../../shared/payments/networks/test-networks.ts'
import { serveInBackground } from '../pipelines/background-function.ts'

export const serve = serveInBackground(testNetworks)
