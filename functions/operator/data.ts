import { beginDataExport } from '../../shared/admin/moving/begin-data-export.ts'
import { beginDataImport } from '../../shared/admin/moving/begin-data-import.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { appSecrets } from '../services/app-secrets.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveBeginDataExport(config: Config) {
  return operatorFunction(beginDataExport, {
    ...operatorServices(config),
    openSecret: appSecrets(config).open,
  })
}

export function serveBeginDataImport(config: Config) {
  return operatorFunction(beginDataImport, {
    ...operatorServices(config),
    sealSecret: appSecrets(config).seal,
  })
}
