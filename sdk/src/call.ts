export type ReadOptions = {
  /** Aborts the call, even while it waits before a retry. */
  signal?: AbortSignal
  /** The timeout of each attempt, instead of the client's. */
  timeoutMs?: number
}

export type WriteOptions = ReadOptions & {
  /** 1 to 255 printable ASCII characters; by default a random UUID. All retries of the call use the same key. */
  idempotencyKey?: string
}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: object
  options: WriteOptions
}

/** Sends a call and returns the body of the response. Throws `QuittanceError`. */
export type Send = <Body>(call: Call) => Promise<Body>

/** Inserts an id into a path as one segment, whatever it contains. Throws `TypeError` if that isn't possible. */
export function pathOf(path: string, id: string): string {
  // URL resolves dots even when they are encoded.
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`"${id}" is not a valid id.`)
  return path.replace('{id}', encodeURIComponent(id))
}
