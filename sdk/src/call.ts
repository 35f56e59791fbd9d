export type ReadOptions = {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal
}

export type WriteOptions = ReadOptions & {
  /** 1 to 255 printable ASCII characters; a random UUID if not given. Kept over all retries of the call. */
  idempotencyKey?: string
}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: object
  body?: object
  options: WriteOptions
}

/** Sends a call and gives what answered it. Throws `QuittanceError`. */
export type Send = <Answer>(call: Call) => Promise<Answer>

/** Puts an id into a path; whatever it holds stays one segment. Throws `TypeError` for what can't be one. */
export function pathOf(path: string, id: string): string {
  // URL resolves dots even when they are encoded.
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is no id.`)
  return path.replace('{id}', encodeURIComponent(id))
}
