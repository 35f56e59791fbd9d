import { BaseError, RpcRequestError } from 'viem'

/** The error that a node returned for a request, or undefined if the request failed otherwise. */
export function rpcRefusal(error: unknown): RpcRequestError | undefined {
  const found = error instanceof BaseError && error.walk((e) => e instanceof RpcRequestError)
  return found instanceof RpcRequestError ? found : undefined
}
