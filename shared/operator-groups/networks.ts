import { addNetwork, runAddNetwork } from '../networks/add-network.ts'
import { listNetworks, runListNetworks } from '../networks/list-networks.ts'
import { runSeedNetworks, seedNetworks } from '../networks/seed-networks.ts'
import { runTestNetworks, testNetworks } from '../networks/test-networks.ts'
import { serves } from '../operators/served-operation.ts'

export const networkOperations = [
  serves(listNetworks, runListNetworks),
  serves(addNetwork, runAddNetwork),
  serves(testNetworks, runTestNetworks),
  serves(seedNetworks, runSeedNetworks),
]
