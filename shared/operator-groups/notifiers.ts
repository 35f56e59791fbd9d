import {
  disconnectNotifier,
  repairNotifier,
  runDisconnectNotifier,
  runRepairNotifier,
} from '../networks/change-notifier.ts'
import { connectNotifier, runConnectNotifier } from '../networks/connect-notifier.ts'
import { notifierStatus, runNotifierStatus } from '../networks/notifier-status.ts'
import { serves } from '../operators/served-operation.ts'

export const notifierOperations = [
  serves(connectNotifier, runConnectNotifier),
  serves(notifierStatus, runNotifierStatus),
  serves(repairNotifier, runRepairNotifier),
  serves(disconnectNotifier, runDisconnectNotifier),
]
