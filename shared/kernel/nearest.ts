import { closest, distance } from 'fastest-levenshtein'

/** The known word that was probably meant, if one is near enough. */
export function nearestTo(word: string, known: readonly string[]): string | undefined {
  const [lower, words] = [
    word.toLowerCase(),
    new Map(known.map((each) => [each.toLowerCase(), each])),
  ]
  if (words.size === 0) return undefined
  const near = closest(lower, [...words.keys()])
  return distance(lower, near) <= Math.ceil(near.length / 3) ? words.get(near) : undefined
}

/** `Did you mean "keys"?` after a space, or nothing if no known word is near enough to be meant. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestTo(word, known)
  return near === undefined ? '' : ` Did you mean "${near}"?`
}
