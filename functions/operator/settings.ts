import type { Mode } from '../../shared/kernel/mode.ts'
import { settingsOperations } from '../../shared/operator-groups/settings.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { defaultsOf } from '../services/settings-of.ts'

export function serve(config: Config) {
  return operatorFunction(settingsOperations, {
    ...operatorServices(config),
    defaults: (mode: Mode) => defaultsOf(config, mode),
  })
}
