import type { Mode } from '../../shared/kernel/mode.ts'
import { changeSettings } from '../../shared/records/settings/change-settings.ts'
import { getSettings } from '../../shared/records/settings/get-settings.ts'
import { growIndexShards } from '../../shared/records/settings/grow-index-shards.ts'
import { moveInstance } from '../../shared/records/settings/move-instance.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'
import { defaultsOf } from '../services/settings-of.ts'

export function serveGetSettings(config: Config) {
  return operatorFunction(getSettings, settingsServices(config))
}

export function serveChangeSettings(config: Config) {
  return operatorFunction(changeSettings, settingsServices(config))
}

export function serveGrowIndexShards(config: Config) {
  return operatorFunction(growIndexShards, settingsServices(config))
}

export function serveMoveInstance(config: Config) {
  return operatorFunction(moveInstance, {
    ...settingsServices(config),
    release: config('RELEASE'),
  })
}

function settingsServices(config: Config) {
  return { ...operatorServices(config), defaults: (mode: Mode) => defaultsOf(config, mode) }
}
