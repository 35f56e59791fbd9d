import { en } from './en.ts'
import type { Texts } from './texts.ts'

/** The build packs a language into its texts in the order of the English ones: without the keys, it is a quarter smaller. */
export type LoadedTexts = Texts | string

export const separator = '|'

export function textsFrom(loaded: LoadedTexts): Texts {
  if (typeof loaded !== 'string') return loaded
  const list = loaded.split(separator)
  const texts = filled(en, list)
  if (!isComplete(texts, list)) throw new Error('the texts are of another version of the page')
  return texts
}

type Tree = { readonly [key: string]: string | Tree }

/** Takes the texts from the list. */
function filled(source: Tree, list: string[]): unknown {
  const entries = Object.entries(source).map(([key, value]) => [
    key,
    typeof value === 'string' ? list.shift() : filled(value, list),
  ])
  return Object.fromEntries(entries)
}

function isComplete(_: unknown, rest: readonly string[]): _ is Texts {
  return rest.length === 0
}
