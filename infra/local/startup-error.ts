/** A problem that the user can fix. The terminal shows only its message. */
export class StartupError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** Returns the code of a system error (`EADDRINUSE`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Returns one sentence for any error that stopped the start. */
export function startupSentence(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const [firstLine] = message.split('\n')
  return `Quittance could not start: ${firstLine || 'unknown reason'}`
}
