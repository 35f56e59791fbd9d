import type { ApiKey } from '../api-keys/rules/api-key.ts'
import { ServiceError } from '../kernel/errors.ts'
import { addAnswerHeaders } from './answer-headers.ts'
import { header, type Middleware } from './http-message.ts'
import { requestValue } from './request-value.ts'

/** The key that a request came with. */
export const callers = requestValue<ApiKey>('caller')

/** Takes `Authorization: Bearer <API key>`; anything else is `unauthenticated`, with no hint of what was wrong. */
export function authenticate({
  findKey,
}: {
  findKey: (text: string) => Promise<ApiKey | undefined>
}): Middleware {
  return {
    before: async ({ event }) => {
      const token = /^Bearer +(\S+) *$/i.exec(header(event, 'authorization') ?? '')?.[1]
      const key = token && (await findKey(token))
      if (!key) {
        addAnswerHeaders(event, { 'WWW-Authenticate': 'Bearer' })
        throw new ServiceError(
          'unauthenticated',
          'Send a valid API key: "Authorization: Bearer ck_live_…" or "ck_test_…".',
        )
      }
      callers.set(event, key)
    },
  }
}
