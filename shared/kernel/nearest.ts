import { closest, distance } from 'fastest-levenshtein'

/** `Did you mean "keys"?` after a space, or nothing if no known word is near enough to be meant. */
export function didYouMean(word: string, known: readonly string[]): string {
  const [lower, words] = [
    word.toLowerCase(),
    new Map(known.map((each) => [each.toLowerCase(), each])),
  ]
  if (words.size === 0) return ''
  const near = closest(lower, [...words.keys()])
  const isNear = distance(lower, near) <= Math.ceil(near.length / 3)
  return isNear ? ` Did you mean "${words.get(near)}"?` : ''
}
