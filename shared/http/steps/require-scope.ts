import { ServiceError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { keyOf, type MerchantExchange } from '../exchange.ts'
import type { Step } from '../step.ts'

/** Throws `insufficient_scope` if the key lacks the scope. */
export function requireScope(scope: Scope): Step<MerchantExchange> {
  return {
    before: ({ event: exchange }) => {
      if (keyOf(exchange).scopes.includes(scope)) return
      throw insufficientScope(scope)
    },
  }
}

export function insufficientScope(scope: Scope): ServiceError {
  const message = `This needs the scope ${scope}, which the API key does not have. Use a key that has it.`
  return new ServiceError('insufficient_scope', message)
}
