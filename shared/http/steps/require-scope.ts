import { ServiceError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { keyOf, type MerchantExchange } from '../exchange.ts'
import type { Step } from '../step.ts'

/** Refuses callers whose key lacks the scope. */
export function requireScope(scope: Scope): Step<MerchantExchange> {
  return {
    before: ({ event: exchange }) => {
      if (keyOf(exchange).scopes.includes(scope)) return
      throw new ServiceError(
        'insufficient_scope',
        `This needs the scope ${scope}, which the API key does not have. Use a key that has it.`,
      )
    },
  }
}
