import {
  rotateEndpointSecret,
  runRotateEndpointSecret,
} from '../../shared/merchant/webhooks/endpoints/rotate-endpoint-secret.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  const vault = appSecrets(config)
  const services = { ...merchantServices(config), vault, sealSecret: vault.seal }
  return merchantFunction(rotateEndpointSecret, runRotateEndpointSecret, services)
}
