import { commitJoined, type Decide } from '../kernel/operation/commit.ts'
import { transact } from '../kernel/store/transact.ts'
import type { HttpResponse } from './http-message.ts'
import {
  type IdempotencyDeps,
  isSettled,
  type RecalledClaim,
  replyRecord,
  winnersResponse,
} from './idempotent-reply.ts'
import { errorResponse } from './steps/error-responses.ts'

type Claimed = { claim: RecalledClaim; requestId: string }
type Work<Result> = { decide: Decide<Result>; respond: (result: Result) => HttpResponse }

/**
 * Commits a decision together with its response, which a repetition within 24 hours gets byte for byte. It needs no
 * lock: the response is stored in the same transaction as the effect, and of two concurrent requests the loser returns
 * the winner's response.
 */
export async function commitOnce<Result>(
  deps: IdempotencyDeps,
  { claim, requestId }: Claimed,
  { decide, respond }: Work<Result>,
): Promise<HttpResponse> {
  const join = async (result: Result) => [await replyRecord(deps, claim, respond(result))]
  try {
    const outcome = await commitJoined(deps.table, decide, { join })
    if (outcome.committed) return respond(outcome.result)
  } catch (error) {
    if (!isSettled(error)) throw error
    const response = errorResponse(error, requestId)
    const { committed } = await transact(deps.table, [await replyRecord(deps, claim, response)])
    if (committed) return response
  }
  return winnersResponse(deps, claim)
}
