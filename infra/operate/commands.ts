import { operatorOperations } from '../../shared/operator-operations.ts'
import { auditCommands } from './audit.ts'
import { type Command, commandOf } from './command.ts'
import { deliveryCommands } from './deliveries.ts'
import { depositCommands } from './deposits.ts'
import { endpointCommands } from './endpoints.ts'
import { keyCommands } from './keys.ts'
import { networkCommands } from './networks.ts'
import { notifierCommands } from './notifiers.ts'
import { payoutWalletCommands } from './payout-wallets.ts'
import { sessionCommands } from './sessions.ts'
import { settingsCommands } from './settings.ts'
import { setupCommands } from './setup.ts'
import { setupTokenCommands } from './setup-token.ts'
import { sweepCommands } from './sweeps.ts'
import { walletCommands } from './wallet.ts'

/** Commands with hand-written parts, such as their output. */
const byHand = new Map(
  [
    ...keyCommands,
    ...endpointCommands,
    ...deliveryCommands,
    ...depositCommands,
    ...sessionCommands,
    ...auditCommands,
    ...networkCommands,
    ...notifierCommands,
    ...settingsCommands,
    ...setupCommands,
    ...setupTokenCommands,
    ...walletCommands,
    ...payoutWalletCommands,
    ...sweepCommands,
  ].map((command) => [command.operation.name, command]),
)

/** One command per operators' operation. */
export const commands: readonly Command[] = operatorOperations.map(
  (operation) => byHand.get(operation.name) ?? commandOf(operation),
)
