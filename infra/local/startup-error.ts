/** What the person at the terminal can mend; its message is the one sentence they read. */
export class StartupError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** The code of a system error (`EADDRINUSE`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** One sentence for whatever stopped the start. */
export function startupSentence(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const [firstLine] = message.split('\n')
  return `Quittance could not start: ${firstLine || 'for an unknown reason'}`
}
