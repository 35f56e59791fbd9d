import { deleteView, runDeleteView } from '../../shared/admin/views/delete-view.ts'
import { listViews, runListViews } from '../../shared/admin/views/list-views.ts'
import { runSaveView, saveView } from '../../shared/admin/views/save-view.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListViews(config: Config) {
  return operatorFunction(listViews, runListViews, operatorServices(config))
}

export function serveSaveView(config: Config) {
  return operatorFunction(saveView, runSaveView, operatorServices(config))
}

export function serveDeleteView(config: Config) {
  return operatorFunction(deleteView, runDeleteView, operatorServices(config))
}
