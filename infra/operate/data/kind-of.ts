import { itemKeys } from '../../../shared/item-keys.ts'
import { modes } from '../../../shared/kernel/mode.ts'
import type { CounterName, Key, SpreadKey } from '../../../shared/kernel/store/keys.ts'

const { counter, ...otherKeys } = itemKeys

/** A kind is the name of the function that builds a row's key. Each counter is a separate kind. */
export type KindName = keyof typeof otherKeys | `counter ${CounterName}`

const counters = {
  derivation: 'counter derivation',
  'webhook-endpoints': 'counter webhook-endpoints',
} as const satisfies { [Name in CounterName]: `counter ${Name}` }

/** Stands for any argument of a key's builder. No key contains it. */
const placeholder = '§'

const fields = ['chainId', 'sessionId', 'tokenAddress', 'notifier', 'mode', 'provider', 'by', 'id']
const anything = Object.assign(Object(placeholder), {
  toISOString: () => placeholder,
  ...Object.fromEntries(fields.map((name) => [name, placeholder])),
})

type Pattern = { name: string; pattern: RegExp; literals: number }

const patterns: readonly Pattern[] = [
  ...Object.entries(otherKeys).map(([name, build]) =>
    patternOf(name, Reflect.apply(build, undefined, [anything, anything, anything, anything])),
  ),
  ...Object.entries(counters).map(([name, kind]) =>
    patternOf(kind, Reflect.apply(counter, undefined, [anything, name])),
  ),
]

function patternOf(name: string, key: Key | SpreadKey): Pattern {
  const partition = 'partition' in key ? key.partition.key : key.pk
  const literals = `${partition}${key.sk}`.replaceAll(placeholder, '').length
  const ofModes = `(?:${modes.join('|')})#`
  const pk = wild(partition).replace(/^\.\+#/, ofModes)
  return { name, literals, pattern: new RegExp(`^${pk}(?:/\\d+)?\n${wild(key.sk)}$`, 's') }
}

/** Numbers may be padded with zeros. */
function wild(text: string): string {
  return text
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(new RegExp(`0*${placeholder}`, 'g'), '.+')
}

export const kindNames: readonly string[] = patterns.map(({ name }) => name)

/**
 * The kind of a row: the name of the function that built its key. If several could have, the one with the most literal
 * text. Undefined if none could.
 */
export function kindOf({ pk, sk }: Key): string | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(`${pk}\n${sk}`))
  return matching.toSorted((a, b) => b.literals - a.literals)[0]?.name
}
