import { serves } from '../operators/served-operation.ts'
import { listDeliveries, runListDeliveries } from '../webhooks/list-deliveries.ts'
import { recoverDeliveries, runRecoverDeliveries } from '../webhooks/recover-deliveries.ts'
import { redriveDeliveries, runRedriveDeliveries } from '../webhooks/redrive-deliveries.ts'
import { replayDelivery, runReplayDelivery } from '../webhooks/replay-delivery.ts'
import { runShowDelivery, showDelivery } from '../webhooks/show-delivery.ts'

export const deliveryOperations = [
  serves(listDeliveries, runListDeliveries),
  serves(showDelivery, runShowDelivery),
  serves(replayDelivery, runReplayDelivery),
  serves(recoverDeliveries, runRecoverDeliveries),
  serves(redriveDeliveries, runRedriveDeliveries),
]
