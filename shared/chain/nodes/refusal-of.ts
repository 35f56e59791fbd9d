import { BaseError, HttpRequestError } from 'viem'
import { type Refusal, type RefusalKind, refusalKind } from '../rules/node-refusal.ts'
import { rpcRefusal } from './rpc-refusal.ts'

/** Why a node refused a request; undefined if it gave no response at all. */
export function refusalOf(error: unknown): RefusalKind | undefined {
  const refusal = statedIn(error)
  return refusal && refusalKind(refusal)
}

/** Whether a node refused a request because the quota of the day is used up, not because of the request. */
export function isQuotaUsedUp(error: unknown): boolean {
  const { status, code } = statedIn(error) ?? {}
  return status === 402 || code === 402
}

function statedIn(error: unknown): Refusal | undefined {
  const refusal = rpcRefusal(error)
  if (refusal) return { code: refusal.code, text: refusal.details }
  const found = error instanceof BaseError && error.walk((e) => e instanceof HttpRequestError)
  if (!(found instanceof HttpRequestError) || found.status === undefined) return undefined
  return { status: found.status, text: found.details }
}
