import { ServiceError } from '../../kernel/errors.ts'
import type { MerchantExchange, RequestKey } from '../exchange.ts'
import { header } from '../http-message.ts'
import type { Step } from '../step.ts'

/** Accepts `Authorization: Bearer <API key>`; anything else is `unauthenticated`, without revealing why. */
export function authenticate({
  findKey,
}: {
  findKey: (text: string) => Promise<RequestKey | undefined>
}): Step<MerchantExchange> {
  return {
    before: async ({ event: exchange }) => {
      const authorization = header(exchange.event, 'authorization') ?? ''
      const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
      const key = token && (await findKey(token))
      if (!key) {
        exchange.headers['WWW-Authenticate'] = 'Bearer'
        throw unauthenticated()
      }
      exchange.key = key
    },
  }
}

export function unauthenticated(): ServiceError {
  const message = 'Send a valid API key: "Authorization: Bearer ck_live_…" or "ck_test_…".'
  return new ServiceError('unauthenticated', message)
}
