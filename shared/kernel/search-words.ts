/** Maximum words by which a text is found, and maximum characters of each. */
const mostWords = 8
const mostCharacters = 40

/**
 * The first words of a text as they are compared: without case and accents, each once. Anything but a letter or a digit
 * separates words. The last part of an email's domain, which many share, is left out.
 */
export function wordsOf(text: string): string[] {
  const isShared = /(@[^@\s]+)\.[^.@\s]*$/
  const plain = text.trim().replace(isShared, '$1').normalize('NFKD').replace(/\p{M}/gu, '')
  // Beyond these, the table's order of characters is not that of JavaScript.
  const basic = plain.toLowerCase().replace(/[\u{10000}-\u{10FFFF}]/gu, ' ')
  const words = basic.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, mostCharacters)))].slice(0, mostWords)
}
