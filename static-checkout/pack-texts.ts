import type { Plugin } from 'vite'
import { en } from './src/texts/en.ts'
import { separator, type Tree } from './src/texts/loaded-texts.ts'
import { payEn } from './src/texts/pay/en.ts'
import { refundEn } from './src/texts/refund/en.ts'

/** The parts of a language's file, as the English texts have them. */
export const english: Readonly<Record<string, Tree>> = { start: en, pay: payEn, refund: refundEn }

/** A language is one file, of which each page loads a part, such as `de.json?part=pay`, as one string. */
export const packTexts: Plugin = {
  name: 'pack-texts',
  enforce: 'pre',
  transform(code, id) {
    const part = /\.json\?part=(\w+)$/.exec(id)?.[1]
    return part && { code: `export default ${JSON.stringify(packed(part, code))}`, map: null }
  },
}

/** Packs a part of a language's file, which `textsFrom` unpacks in the browser. */
export function packed(part: string, file: string): string {
  const translation: Record<string, Tree> = JSON.parse(file)
  return textsOf(english[part] ?? {}, translation[part] ?? {}).join(separator)
}

/** The texts in the order of the English ones. */
function textsOf(source: Tree, texts: Tree): string[] {
  return Object.entries(source).flatMap(([key, value]) => {
    const text = texts[key]
    if (typeof value !== 'string') return textsOf(value, typeof text === 'object' ? text : {})
    if (typeof text !== 'string' || text.includes(separator)) throw new Error(`${key}: ${text}`)
    return [text]
  })
}
