import { BaseError, HttpRequestError } from 'viem'
import { rpcRefusal } from './rpc-refusal.ts'
import { type RefusalKind, refusalKind } from './rules/node-refusal.ts'

/** Why a node refused a request; undefined if it gave no response at all. */
export function refusalOf(error: unknown): RefusalKind | undefined {
  const refusal = rpcRefusal(error)
  if (refusal) return refusalKind({ code: refusal.code, text: refusal.details })
  const found = error instanceof BaseError && error.walk((e) => e instanceof HttpRequestError)
  if (!(found instanceof HttpRequestError) || found.status === undefined) return undefined
  return refusalKind({ status: found.status, text: found.details })
}
