import type { Failure } from '../../shared/http/error-answer.ts'

/** One JSON line for an answer that was our fault. */
export function logFailure({ error, ...request }: Failure): void {
  write('request failed', request, error)
}

/** One JSON line for what went wrong and is made up for elsewhere, so that it is neither lost nor thrown. */
export function report(message: string, error: unknown): void {
  write(message, {}, error)
}

/** Keys and secrets are blacked out wherever they turn up. */
function write(message: string, context: Record<string, unknown>, error: unknown): void {
  const entry = { level: 'ERROR', message, ...context, error: describe(error) }
  process.stderr.write(`${redact(JSON.stringify(entry))}\n`)
}

const maxCauses = 5

function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const inner = (value: unknown) => (depth < maxCauses ? describe(value, depth + 1) : '…')
  return {
    name,
    message,
    stack,
    ...(cause !== undefined && { cause: inner(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(inner) }),
  }
}

function redact(text: string): string {
  return text.replace(/\b(ck_(?:live|test)_\w{8})\w+/g, '$1…').replace(/\b(whsec_)[\w+/=]+/g, '$1…')
}
