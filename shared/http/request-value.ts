import { invariant } from '../kernel/invariant.ts'

/** A value that one middleware finds out about a request and later ones use. */
export type RequestValue<Value> = {
  set(request: object, value: Value): void
  get(request: object): Value
  /** Undefined where no middleware came to know it. */
  find(request: object): Value | undefined
}

/** Keeps the values beside the requests, typed, and forgets them with the requests. */
export function requestValue<Value>(name: string): RequestValue<Value> {
  const values = new WeakMap<object, { value: Value }>()
  return {
    set: (request, value) => void values.set(request, { value }),
    get: (request) => {
      const kept = values.get(request)
      invariant(kept, `${name} of the request is known by now`)
      return kept.value
    },
    find: (request) => values.get(request)?.value,
  }
}
