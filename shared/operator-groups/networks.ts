import { addNetwork, runAddNetwork } from '../networks/add-network.ts'
import { connectProvider, runConnectProvider } from '../networks/connect-provider.ts'
import { listNetworks, runListNetworks } from '../networks/list-networks.ts'
import { removeNetwork, runRemoveNetwork } from '../networks/remove-network.ts'
import { runSeedNetworks, seedNetworks } from '../networks/seed-networks.ts'
import { runSetNetwork, setNetwork } from '../networks/set-network.ts'
import { runTestNetworks, testNetworks } from '../networks/test-networks.ts'
import { serves } from '../operators/served-operation.ts'

export const networkOperations = [
  serves(listNetworks, runListNetworks),
  serves(addNetwork, runAddNetwork),
  serves(connectProvider, runConnectProvider),
  serves(setNetwork, runSetNetwork),
  serves(testNetworks, runTestNetworks),
  serves(removeNetwork, runRemoveNetwork),
  serves(seedNetworks, runSeedNetworks),
]
