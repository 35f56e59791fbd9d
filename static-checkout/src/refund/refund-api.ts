import type { ClaimOutcome, ClaimView } from '../../../shared/money/refunds/wire/claim.ts'
import { isRecord, type Result, request } from '../request.ts'

export type Link = { id: string; secret: string }

export function showClaim({ id, secret }: Link): Promise<Result<ClaimView>> {
  return request(pathOf(id), { method: 'POST', json: { secret }, isBody: isView })
}

type Given = { address: string; isFinal: boolean }

/** Checks an address, or gives it for good. It is read from several networks. */
export function sendAddress({ id, secret }: Link, given: Given): Promise<Result<ClaimOutcome>> {
  const options = { method: 'POST', json: { secret, ...given }, timeoutMs: 30_000 } as const
  return request(`${pathOf(id)}/address`, { ...options, isBody: isOutcome })
}

function pathOf(id: string): string {
  return `/api/checkout/refunds/${encodeURIComponent(id)}`
}

function isView(body: unknown): body is ClaimView {
  return isRecord(body) && typeof body['status'] === 'string' && 'expiresAt' in body
}

function isOutcome(body: unknown): body is ClaimOutcome {
  return isRecord(body) && typeof body['kind'] === 'string'
}
