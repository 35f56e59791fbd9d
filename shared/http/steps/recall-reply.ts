import { idempotencyKey } from '../../kernel/wire/primitives.ts'
import { keyOf, type MerchantExchange } from '../exchange.ts'
import { header } from '../http-message.ts'
import { fingerprintOf, type IdempotencyDeps, sha256 } from '../idempotent-reply.ts'
import type { Step } from '../step.ts'
import { findReply } from '../store/idempotency.ts'

/** Looks up an earlier reply while the request is still being checked, which saves a round trip. */
export function recallReply({ table, now }: IdempotencyDeps): Step<MerchantExchange> {
  return {
    before: ({ event: exchange }) => {
      const { event } = exchange
      const sent = header(event, 'idempotency-key')
      if (!idempotencyKey.safeParse(sent).success) return
      const { id, mode } = keyOf(exchange)
      const scope = sha256(JSON.stringify([id, event.httpMethod, event.path, sent]))
      const found = findReply(table, { mode, scope }, now())
      // Whatever awaits the reply gets the error. A request that is rejected before doesn't need it.
      found.catch(() => undefined)
      exchange.recall = { scope, fingerprint: fingerprintOf(event), found }
    },
  }
}
