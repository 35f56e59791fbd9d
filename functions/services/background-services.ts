import type { Config } from '../config.ts'
import { invokingItself } from './invoke-itself.ts'
import { plainInputs } from './kept-inputs.ts'
import { operatorServices } from './operator-services.ts'

/** The dependencies of operations that run in the background. */
export function backgroundServices(config: Config) {
  return { ...operatorServices(config), invokeItself: invokingItself(config), inputs: plainInputs }
}
