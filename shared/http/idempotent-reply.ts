import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { type ErrorCode, ServiceError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { ReplyVault, Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import { canonicalJson } from './canonical-json.ts'
import { keyOf, type MerchantExchange } from './exchange.ts'
import { type HttpResponse, header, jsonResponse } from './http-message.ts'
import { rawBody } from './json-body.ts'
import {
  findReply,
  type IdempotencyClaim,
  replyCreation,
  type StoredReply,
} from './store/idempotency.ts'

export type IdempotencyDeps = {
  table: Table
  now: () => Date
  /** For operations whose response shows a secret. */
  vault?: ReplyVault
}

/** Identifies a request with an `Idempotency-Key`, with the lookup of an earlier reply. */
export type RecalledClaim = IdempotencyClaim & { found: Promise<StoredReply | undefined> }

const replaySeconds = 24 * 60 * 60

/** Identifies an idempotent request; undefined without an `Idempotency-Key`. Throws `idempotency_key_invalid`. */
export function idempotencyClaim(exchange: MerchantExchange): RecalledClaim | undefined {
  if (header(exchange.event, 'idempotency-key') === undefined) return undefined
  if (!exchange.recall) {
    throw idempotencyKeyInvalid()
  }
  return { ...exchange.recall, mode: keyOf(exchange).mode }
}

/** The fingerprint of the body as received, whether or not the operation reads one, even if it isn't JSON. */
export function fingerprintOf(event: APIGatewayProxyEvent): string {
  const text = rawBody(event).toString('utf8')
  return sha256(canonicalText(text) ?? `not JSON: ${text}`)
}

function canonicalText(text: string): string | undefined {
  if (text === '') return ''
  try {
    return canonicalJson(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The response to an earlier request of the claim, if there was one. Throws `idempotency_key_reused` for another body. */
export async function repeatedResponse(
  deps: IdempotencyDeps,
  claim: RecalledClaim,
): Promise<HttpResponse | undefined> {
  const earlier = await claim.found
  return earlier && replay(deps, claim, earlier)
}

/** The response of the request that committed first, of two concurrent ones. */
export async function winnersResponse(
  deps: IdempotencyDeps,
  claim: IdempotencyClaim,
): Promise<HttpResponse> {
  const winner = await findReply(deps.table, claim, deps.now())
  invariant(winner, 'a race was lost to a recorded reply')
  return replay(deps, claim, winner)
}

/** The write that keeps a response for repetitions within 24 hours; its condition fails if one is kept. */
export async function replyRecord(
  { now, vault }: IdempotencyDeps,
  claim: IdempotencyClaim,
  { statusCode: status, body: text }: HttpResponse,
): Promise<Write> {
  const body = vault ? await vault.seal(text, contextOf(claim)) : text
  const at = now()
  const expiresAt = new Date(at.getTime() + replaySeconds * 1000)
  return replyCreation(claim, { fingerprint: claim.fingerprint, status, body, expiresAt }, at)
}

const settled: readonly ErrorCode[] = ['quote_consumed', 'quote_expired', 'resource_not_found']

/**
 * Whether an error is permanent. Storing a temporary one, such as an inactive link's, would block the key for a day.
 */
export function isSettled(error: unknown): error is ServiceError {
  return error instanceof ServiceError && settled.includes(error.code)
}

async function replay(
  { vault }: IdempotencyDeps,
  claim: IdempotencyClaim,
  reply: StoredReply,
): Promise<HttpResponse> {
  if (reply.fingerprint !== claim.fingerprint) {
    throw idempotencyKeyReused()
  }
  const body =
    typeof reply.body === 'string' ? reply.body : await openBody(reply.body, claim, vault)
  const response = jsonResponse(reply.status, body)
  response.headers['Idempotent-Replayed'] = 'true'
  return response
}

function openBody(
  body: Sealed,
  claim: IdempotencyClaim,
  vault: ReplyVault | undefined,
): Promise<string> {
  invariant(vault, 'a sealed reply belongs to an operation with a vault')
  return vault.open(body, contextOf(claim))
}

function contextOf({ mode, scope }: IdempotencyClaim): Record<string, string> {
  return { idempotency: scope, mode }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function idempotencyKeyInvalid(): ServiceError {
  const message =
    'Idempotency-Key must have 1 to 255 printable ASCII characters, for example a UUID.'
  return new ServiceError('idempotency_key_invalid', message)
}

export function idempotencyKeyReused(): ServiceError {
  const message =
    'This Idempotency-Key was used with another body in the last 24 hours. Use a new key for a new request.'
  return new ServiceError('idempotency_key_reused', message)
}
