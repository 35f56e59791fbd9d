import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { type ErrorCode, ServiceError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Sealed } from '../kernel/sealed.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact, type Write } from '../kernel/store/transact.ts'
import { idempotencyKey } from '../kernel/wire/primitives.ts'
import { callers } from './authenticate.ts'
import { canonicalJson } from './canonical-json.ts'
import { errorResponse } from './error-answer.ts'
import { type HttpResponse, header, jsonResponse, type Middleware } from './http-message.ts'
import { rawBody } from './json-body.ts'
import { requestValue } from './request-value.ts'
import {
  findReply,
  type IdempotencyClaim,
  replyCreation,
  type StoredReply,
} from './store/idempotency.ts'

/** Encrypts bodies that show a secret; `context` binds them to their request. */
export type ReplyVault = {
  seal: (body: string, context: Record<string, string>) => Promise<Sealed>
  open: (sealed: Sealed, context: Record<string, string>) => Promise<string>
}

export type IdempotencyDeps = {
  table: Table
  now: () => Date
  /** For endpoints whose response shows a secret. */
  vault?: ReplyVault | undefined
}

/** What answers a request; its reply becomes part of the transaction through `record`. */
export type Answer = (
  record: (response: HttpResponse) => Promise<Write[]>,
) => Promise<HttpResponse | { idempotencyRaced: true }>

const replaySeconds = 24 * 60 * 60

/** A request with an `Idempotency-Key`, and the earlier reply to it, which is being read. */
export type RecalledClaim = IdempotencyClaim & { found: Promise<StoredReply | undefined> }

const recalls = requestValue<RecalledClaim | undefined>('recall')

/** Looks for an earlier reply while the request is still being checked, which spares it a round trip. */
export function recallReply({ table, now }: IdempotencyDeps): Middleware {
  return {
    before: ({ event }) => {
      const key = header(event, 'idempotency-key')
      recalls.set(event, undefined)
      if (!idempotencyKey.safeParse(key).success) return
      const { id, mode } = callers.get(event)
      const scope = sha256(JSON.stringify([id, event.httpMethod, event.path, key]))
      const found = findReply(table, { mode, scope }, now())
      // Whoever needs the reply learns why there is none; a request that is refused first does not need it.
      found.catch(() => undefined)
      recalls.set(event, { mode, scope, fingerprint: fingerprintOf(event), found })
    },
  }
}

/** Which repetition-proof request this is; undefined without an `Idempotency-Key`. Throws `idempotency_key_invalid`. */
export function idempotencyClaim(event: APIGatewayProxyEvent): RecalledClaim | undefined {
  if (header(event, 'idempotency-key') === undefined) return undefined
  const recall = recalls.get(event)
  if (!recall) {
    throw new ServiceError(
      'idempotency_key_invalid',
      'Idempotency-Key must have 1 to 255 printable ASCII characters, for example a UUID.',
    )
  }
  return recall
}

/** Of the body as it came, whether or not the operation reads one, and also if it isn't JSON. */
function fingerprintOf(event: APIGatewayProxyEvent): string {
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
  { found, ...claim }: RecalledClaim,
): Promise<HttpResponse | undefined> {
  const earlier = await found
  return earlier && replay(deps, claim, earlier)
}

/**
 * Answers a request once: a repetition within 24 hours gets the first answer, byte for byte. No lock is held: the
 * record commits with its effect or not at all, and of two at once the loser repeats the winner's answer.
 */
export async function answerOnce(
  deps: IdempotencyDeps,
  { claim: recalled, requestId }: { claim: RecalledClaim; requestId: string },
  answer: Answer,
): Promise<HttpResponse> {
  const repeated = await repeatedResponse(deps, recalled)
  if (repeated) return repeated
  const { found: _, ...claim } = recalled
  try {
    const response = await answer(async (reply) => [await record(deps, claim, reply)])
    if (!('idempotencyRaced' in response)) return response
  } catch (error) {
    if (!isSettled(error)) throw error
    const response = errorResponse(error, requestId)
    const { committed } = await transact(deps.table, [await record(deps, claim, response)])
    if (committed) return response
  }
  const winner = await findReply(deps.table, claim, deps.now())
  invariant(winner, 'a race was lost to a recorded reply')
  return replay(deps, claim, winner)
}

/** Refusals that nothing can mend. One that ends by itself, such as an inactive link's, would keep the key dead for a day. */
const settled: readonly ErrorCode[] = ['quote_consumed', 'quote_expired', 'resource_not_found']

function isSettled(error: unknown): error is ServiceError {
  return error instanceof ServiceError && settled.includes(error.code)
}

async function record(
  { now, vault }: IdempotencyDeps,
  claim: IdempotencyClaim,
  { statusCode, body }: HttpResponse,
): Promise<Write> {
  const kept = vault ? await vault.seal(body, contextOf(claim)) : body
  const at = now()
  const expiresAt = new Date(at.getTime() + replaySeconds * 1000)
  const { fingerprint } = claim
  return replyCreation(claim, { fingerprint, status: statusCode, body: kept, expiresAt }, at)
}

async function replay(
  { vault }: IdempotencyDeps,
  claim: IdempotencyClaim,
  reply: StoredReply,
): Promise<HttpResponse> {
  if (reply.fingerprint !== claim.fingerprint) {
    throw new ServiceError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body in the last 24 hours. Use a new key for a new request.',
    )
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
  invariant(vault, 'a sealed reply belongs to an endpoint with a vault')
  return vault.open(body, contextOf(claim))
}

function contextOf({ mode, scope }: IdempotencyClaim): Record<string, string> {
  return { idempotency: scope, mode }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
