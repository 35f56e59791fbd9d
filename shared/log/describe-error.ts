import * as z from 'zod'
import { ServiceError } from '../kernel/errors.ts'
import { redact } from './redact.ts'

/** An error as it is logged. Custom fields are left out, since those of the AWS SDK and viem hold requests. */
export type ErrorDescription = {
  name: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorDescription
  errors?: ErrorDescription[]
}

const maxCauses = 5

export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) }
  if (depth > maxCauses) return { name: error.name, message: '…' }
  const { name, cause } = error
  const inner = (value: unknown) => describeError(value, depth + 1)
  return {
    name,
    message: messageOf(error),
    ...(error instanceof ServiceError && { code: error.code }),
    stack: framesOf(error),
    ...(cause !== undefined && { cause: inner(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(inner) }),
  }
}

/** Returns the error without secrets, for Lambda, which logs what a function throws and passes it to Step Functions. */
export function harmless(thrown: unknown): Error {
  const { name, message, stack = '' } = describeError(thrown)
  const error = new Error(redact(message))
  error.name = redact(name)
  error.stack = `${error.name}: ${error.message}\n${redact(stack)}`
  return error
}

function messageOf(error: Error): string {
  // zod's own message is JSON, which redaction takes for a request body.
  return error instanceof z.ZodError ? z.prettifyError(error) : error.message
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
