import { runSetUpInstance, setUpInstance } from '../../shared/operators/set-up-instance.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { setupServices } from '../services/setup-services.ts'

export function serveSetUpInstance(config: Config) {
  return operatorFunction(setUpInstance, runSetUpInstance, setupServices(config))
}
