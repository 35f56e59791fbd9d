import { resolve } from 'node:path'

export type OperateConfig = {
  dataDir: string
  /** The prefix of the functions' names; set for a deployment on AWS. */
  functionPrefix: string | undefined
  /** All variables: those of secrets are named by the operations that need them. */
  variables: Readonly<Record<string, string | undefined>>
}

export function readOperateConfig(variables: NodeJS.ProcessEnv = process.env): OperateConfig {
  return {
    dataDir: resolve(variables['DATA_DIR'] || '.local'),
    functionPrefix: variables['FUNCTION_PREFIX'] || undefined,
    variables,
  }
}
