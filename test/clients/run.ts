import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inheritedVariables } from '../config.ts'

const execute = promisify(execFile)

export type Run = (command: string, args: readonly string[]) => Promise<string>

/** Runs programs in a folder and returns their output. Throws with the output if one fails. */
export function runIn(cwd: string, variables: Readonly<Record<string, string>> = {}): Run {
  const env = { ...inheritedVariables, ...variables }
  return async (command, args) => {
    try {
      const { stdout } = await execute(command, args, { cwd, env })
      return stdout.trim()
    } catch (cause) {
      const { stdout = '', stderr = '' } = { ...(cause instanceof Error && cause) }
      throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause })
    }
  }
}
