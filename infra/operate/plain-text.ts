const controls = /(?![\n\t]|\r\n)[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Returns the text with control characters escaped, as in JSON. Names and receivers' responses are untrusted, and must
 * not control the terminal.
 */
export function plainText(text: string): string {
  return text.replace(controls, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}
