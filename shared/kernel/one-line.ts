/**
 * The text on one line, without control characters, invisible characters and those that change its direction, cut to a
 * maximum number of characters.
 */
export function oneLine(text: string, most: number): string {
  const characters = Array.from(
    text
      .slice(0, 4 * most)
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  )
  return characters.length > most
    ? `${characters.slice(0, most - 1).join('')}…`
    : characters.join('')
}
