import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { en } from './src/texts/en.ts'
import { separator } from './src/texts/loaded-texts.ts'
import { payEn } from './src/texts/pay/en.ts'
import { refundEn } from './src/texts/refund/en.ts'

type Tree = { readonly [key: string]: string | Tree }

/** The English texts of each folder. */
const sources: Readonly<Record<string, Tree>> = { '': en, 'pay/': payEn, 'refund/': refundEn }

/** Packs a translation into one string, which `textsFrom` unpacks in the browser. */
export const packTexts: Plugin = {
  name: 'pack-texts',
  async transform(_, id) {
    const [, folder = '', code] = /\/src\/texts\/(pay\/|refund\/)?(\w\w)\.ts$/.exec(id) ?? []
    if (code === undefined || code === 'en') return undefined
    const module: Record<string, Tree> = await import(pathToFileURL(id).href)
    const texts = module[code]
    if (!texts) throw new Error(`${basename(id)} exports ${code}`)
    return `export const ${code} = ${JSON.stringify(packed(sources[folder] ?? en, texts).join(separator))}`
  },
}

/** The texts in the order of the English ones. */
function packed(source: Tree, texts: Tree): string[] {
  return Object.entries(source).flatMap(([key, value]) => {
    const text = texts[key]
    if (typeof value !== 'string') return packed(value, typeof text === 'object' ? text : {})
    if (typeof text !== 'string' || text.includes(separator)) throw new Error(`${key}: ${text}`)
    return [text]
  })
}
