export type Refusal = { status?: number | undefined; code?: number | undefined; text: string }

/**
 * Why a node refused a request, and so what helps:
 * - `rate`: too many requests for now; wait.
 * - `plan`: the quota of the day or month is used up, or the plan doesn't include the method; another node.
 * - `depth`: it no longer has states or logs that old; another node, a smaller range never helps.
 * - `narrow`: the range of blocks, or what is in it, is too much; a smaller range.
 * - `dead`: anything else; another node, or later.
 */
export type RefusalKind = 'rate' | 'plan' | 'depth' | 'narrow' | 'dead'

/**
 * Texts come before codes: one provider's code of a range that is too wide is another's of an archive that costs extra.
 * The order counts as well, because a text about a rate often speaks of limits, and one about an archive of ranges.
 */
const kinds: readonly (readonly [RefusalKind, readonly number[], RegExp])[] = [
  [
    'rate',
    [429, -32090],
    /rate.?limit|too many requests|per second|throughput|capacity|compute units/i,
  ],
  ['plan', [402], /payment required|quota|(method|chain) is not (available|supported)/i],
  [
    'depth',
    [],
    /archive|personal token|missing trie|prun|historical|BlockOutOfRange|state[^.]* (not|un)(available| found)/i,
  ],
  ['narrow', [], /range|blocks? distance|limit|exceed|too (large|wide|many)|more than/i],
]

export function refusalKind({ status, code, text }: Refusal): RefusalKind {
  const found = kinds.find(
    ([, codes, words]) =>
      words.test(text) || codes.some((known) => known === status || known === code),
  )
  return found?.[0] ?? 'dead'
}
