import { BaseError, RpcRequestError } from 'viem'

/** Returns the error with which a node responded to a request, or undefined if the request failed otherwise. */
export function rpcRefusal(error: unknown): RpcRequestError | undefined {
  const found = error instanceof BaseError && error.walk((e) => e instanceof RpcRequestError)
  return found instanceof RpcRequestError ? found : undefined
}
