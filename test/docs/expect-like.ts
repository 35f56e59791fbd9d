import { expect } from 'vitest'

/** Fields whose values differ between runs. */
const changing = /^(id|requestId|address|slug|secret|secretPrefix|checkoutUrl|.*At|.*Until)$/

/** Fails unless the response has every field of the documented excerpt, with the same value unless that varies. */
export function expectLike(got: unknown, shown: unknown, where: string): void {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) {
    expect(got, where).toEqual(shown)
    return
  }
  const fields = isRecord(got) ? got : {}
  for (const [name, value] of Object.entries(shown)) {
    const place = `${where} ${name}`
    expect(Object.keys(fields), place).toContain(name)
    if (changing.test(name)) expect(typeof fields[name], place).toBe(typeof value)
    else expectLike(fields[name], value, place)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
