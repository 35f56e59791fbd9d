const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu

/**
 * The text with control characters spelled out, as JSON would. Names and receivers' answers are other people's text: it
 * must be read in a terminal and never drive it.
 */
export function plainText(text: string): string {
  return text.replace(controls, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}
