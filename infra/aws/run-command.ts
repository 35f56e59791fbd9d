import { OperateError } from '../operate/operate-error.ts'
import { callerProblem } from './account-limits.ts'
import { awsProblem, permissionProblem } from './permission-problem.ts'

/** Runs a command of the terminal: a problem that its user can fix ends it with one sentence. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const problem = problemOf(error)
    console.error(`\n${problem.message}`)
    process.exitCode = problem.exitCode
  }
}

/** The problem, if the user can fix it. Throws any other error. */
export function problemOf(error: unknown): OperateError {
  const problem =
    error instanceof OperateError
      ? error
      : (callerProblem(error) ?? permissionProblem(error) ?? awsProblem(error))
  if (!problem) throw error
  return problem
}
