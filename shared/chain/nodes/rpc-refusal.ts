import { BaseError, RpcRequestError } from 'viem'

/** Whether a call failed by the chain's state, not because of the node. Code 3 is a revert. */
export function isByState({ code, details }: { code: number; details: string }): boolean {
  return code === 3 || /revert|insufficient funds|gas required exceeds|out of gas/i.test(details)
}

/** The error that a node returned for a request, or undefined if the request failed otherwise. */
export function rpcRefusal(error: unknown): RpcRequestError | undefined {
  const found = error instanceof BaseError && error.walk((e) => e instanceof RpcRequestError)
  return found instanceof RpcRequestError ? found : undefined
}
