import type { Mode } from '../../shared/kernel/mode.ts'
import { changeSettings, runChangeSettings } from '../../shared/records/settings/change-settings.ts'
import { getSettings, runGetSettings } from '../../shared/records/settings/get-settings.ts'
import {
  growIndexShards,
  runGrowIndexShards,
} from '../../shared/records/settings/grow-index-shards.ts'
import { moveInstance, runMoveInstance } from '../../shared/records/settings/move-instance.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { defaultsOf } from '../services/settings-of.ts'

export function serveGetSettings(config: Config) {
  return operatorFunction(getSettings, runGetSettings, settingsServices(config))
}

export function serveChangeSettings(config: Config) {
  return operatorFunction(changeSettings, runChangeSettings, settingsServices(config))
}

export function serveGrowIndexShards(config: Config) {
  return operatorFunction(growIndexShards, runGrowIndexShards, settingsServices(config))
}

export function serveMoveInstance(config: Config) {
  return operatorFunction(moveInstance, runMoveInstance, {
    ...settingsServices(config),
    release: config('RELEASE'),
  })
}

function settingsServices(config: Config) {
  return { ...operatorServices(config), defaults: (mode: Mode) => defaultsOf(config, mode) }
}
