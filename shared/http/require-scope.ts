import type { Scope } from '../api-keys/rules/scopes.ts'
import { ServiceError } from '../kernel/errors.ts'
import { callers } from './authenticate.ts'
import type { Middleware } from './http-message.ts'

/** Refuses callers whose key lacks the scope. */
export function requireScope(scope: Scope): Middleware {
  return {
    before: ({ event }) => {
      if (callers.get(event).scopes.includes(scope)) return
      throw new ServiceError(
        'insufficient_scope',
        `This needs the scope ${scope}, which the API key does not have. Use a key that has it.`,
      )
    },
  }
}
