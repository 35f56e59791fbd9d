/** What the person at the terminal can mend; its message is all they read. */
export class OperateError extends Error {
  /** 2 for a command line that makes no sense, 1 for anything that did not work. */
  readonly exitCode: 1 | 2

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'OperateError'
    this.exitCode = options.exitCode ?? 1
  }
}

export function usageError(message: string): OperateError {
  return new OperateError(`${message}\nSee: npm run operate -- --help`, { exitCode: 2 })
}
