import { deleteView } from '../../shared/admin/views/delete-view.ts'
import { listViews } from '../../shared/admin/views/list-views.ts'
import { saveView } from '../../shared/admin/views/save-view.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListViews(config: Config) {
  return operatorFunction(listViews, operatorServices(config))
}

export function serveSaveView(config: Config) {
  return operatorFunction(saveView, operatorServices(config))
}

export function serveDeleteView(config: Config) {
  return operatorFunction(deleteView, operatorServices(config))
}
