import { serves } from '../operators/served-operation.ts'
import { changeSettings, runChangeSettings } from '../settings/change-settings.ts'
import { getSettings, runGetSettings } from '../settings/get-settings.ts'
import { moveInstance, runMoveInstance } from '../settings/move-instance.ts'

export const settingsOperations = [
  serves(getSettings, runGetSettings),
  serves(changeSettings, runChangeSettings),
  serves(moveInstance, runMoveInstance),
]
