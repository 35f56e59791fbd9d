import { AddressRefused } from '../../../http/client/address-guard.ts'
import type {
  AttemptOutcome,
  DeliveryError,
} from '../../../records/outbox/rules/delivery-attempt.ts'

/** Codes of `node:dns`, `node:net`, `node:tls`, `node:http` and OpenSSL, first match wins. */
const classes: readonly [RegExp, DeliveryError][] = [
  [/^(ENOTFOUND|ENODATA|EAI_)/, 'name_not_resolved'],
  [
    /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/,
    'tls_failed',
  ],
  [/^(HPE_|ERR_HTTP)/, 'invalid_response'],
]

/** Classifies what a request threw, for the delivery's log. */
export function failedOutcome(error: unknown, { timedOut }: { timedOut: boolean }): AttemptOutcome {
  if (timedOut)
    return { kind: 'failed', error: 'timed_out', message: 'no complete response in time' }
  return { kind: 'failed', error: errorClass(error), message: messageOf(error).slice(0, 500) }
}

function errorClass(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) return 'address_refused'
  const code = codeOf(error)
  return classes.find(([pattern]) => pattern.test(code))?.[1] ?? 'connection_failed'
}

/** If several addresses were tried, the combined error has a code and no message. */
function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || codeOf(error) || String(error)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
