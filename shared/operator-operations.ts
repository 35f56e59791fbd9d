import type { Operation } from './kernel/operation/operation.ts'
import { auditOperations } from './operator-groups/audit.ts'
import { deliveryOperations } from './operator-groups/deliveries.ts'
import { depositOperations } from './operator-groups/deposits.ts'
import { endpointOperations } from './operator-groups/endpoints.ts'
import { keyOperations } from './operator-groups/keys.ts'
import { networkOperations } from './operator-groups/networks.ts'
import { notifierOperations } from './operator-groups/notifiers.ts'
import { payoutWalletOperations } from './operator-groups/payout-wallets.ts'
import { sessionOperations } from './operator-groups/sessions.ts'
import { settingsOperations } from './operator-groups/settings.ts'
import { setupOperations } from './operator-groups/setup.ts'
import { setupTokenOperations } from './operator-groups/setup-token.ts'
import { sweepOperations } from './operator-groups/sweeps.ts'
import { walletOperations } from './operator-groups/wallet.ts'

/** Every operator operation, in the order of the terminal's help. */
export const operatorOperations: readonly Operation[] = [
  ...keyOperations,
  ...endpointOperations,
  ...deliveryOperations,
  ...depositOperations,
  ...sessionOperations,
  ...auditOperations,
  ...networkOperations,
  ...notifierOperations,
  ...settingsOperations,
  ...setupOperations,
  ...setupTokenOperations,
  ...walletOperations,
  ...payoutWalletOperations,
  ...sweepOperations,
].map(({ operation }) => operation)
