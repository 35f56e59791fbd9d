import { serves } from '../operators/served-operation.ts'
import {
  disableWebhookEndpoint,
  runDisableWebhookEndpoint,
} from '../webhooks/disable-webhook-endpoint.ts'
import {
  enableWebhookEndpoint,
  runEnableWebhookEndpoint,
} from '../webhooks/enable-webhook-endpoint.ts'
import { listEndpointStates, runListEndpointStates } from '../webhooks/list-endpoint-states.ts'
import { rotateWebhookSecret, runRotateWebhookSecret } from '../webhooks/rotate-webhook-secret.ts'
import { runShowEndpointHealth, showEndpointHealth } from '../webhooks/show-endpoint-health.ts'

export const endpointOperations = [
  serves(listEndpointStates, runListEndpointStates),
  serves(showEndpointHealth, runShowEndpointHealth),
  serves(enableWebhookEndpoint, runEnableWebhookEndpoint),
  serves(disableWebhookEndpoint, runDisableWebhookEndpoint),
  serves(rotateWebhookSecret, runRotateWebhookSecret),
]
