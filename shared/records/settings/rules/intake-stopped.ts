import type { ServiceError } from '../../../kernel/errors.ts'
import { refuseSettings } from './settings-refusals.ts'

/** While the instance is being restored, it assigns no deposit address, and stores nothing that would be lost. */
export function intakeStopped(): ServiceError {
  return refuseSettings('being_restored', {}, { retryAfterSeconds: 60 })
}
