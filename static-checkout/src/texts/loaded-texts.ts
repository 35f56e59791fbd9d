export type Tree = { readonly [key: string]: string | Tree }

export const separator = '|'

/**
 * The build packs a language into its texts in the order of the English ones: without the keys, it is a quarter smaller.
 * Returns the texts with the keys of `source`.
 */
export function textsFrom<Texts extends Tree>(packed: string, source: Texts): Texts {
  const list = packed.split(separator)
  const texts = filled(source, list)
  if (!isComplete<Texts>(texts, list)) throw new Error('the texts are of another version')
  return texts
}

/** Takes the texts from the list. */
function filled(source: Tree, list: string[]): unknown {
  const entries = Object.entries(source).map(([key, value]) => [
    key,
    typeof value === 'string' ? list.shift() : filled(value, list),
  ])
  return Object.fromEntries(entries)
}

function isComplete<Texts>(_: unknown, rest: readonly string[]): _ is Texts {
  return rest.length === 0
}
