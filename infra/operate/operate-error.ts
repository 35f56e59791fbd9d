/** An error that the user can fix; only its message is printed. */
export class OperateError extends Error {
  /** The exit code: 2 for an invalid command line, 1 for any other failure. */
  readonly exitCode: 1 | 2

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'OperateError'
    this.exitCode = options.exitCode ?? 1
  }
}

/** The errors of an invalid command line, which name the help of that command of npm. */
export function usageErrorOf(script: 'operate' | 'recover') {
  return (message: string): OperateError =>
    new OperateError(`${message}\nSee: npm run ${script} -- --help`, { exitCode: 2 })
}

export const usageError = usageErrorOf('operate')
