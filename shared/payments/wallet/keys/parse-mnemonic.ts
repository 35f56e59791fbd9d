import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { ServiceError } from '../../../kernel/errors.ts'

const counts: readonly number[] = [12, 15, 18, 21, 24]

const known = new Set(wordlist)

/**
 * A mnemonic with single spaces, the form that is sealed. Throws `parameter_invalid` without repeating any word, because
 * Lambda logs what its functions throw.
 */
export function parseMnemonic(text: string): string {
  const problem = mnemonicProblem(text, (_, position) => `word ${position}`)
  if (problem === undefined) return normalized(text)
  throw new ServiceError('parameter_invalid', `mnemonic ${problem}`, { param: 'mnemonic' })
}

/** Names a word that is not in the list, by its position. */
type NameWord = (word: string, position: number) => string

/** Text that can't be a mistyped word may be another secret, so it is not repeated. */
const wordAndPosition: NameWord = (word, position) =>
  /^\p{L}{1,12}$/u.test(word) ? `word ${position} (${word})` : `word ${position}`

/** The problem with a mnemonic, to follow "mnemonic", for its owner's own screen; undefined if it is valid. */
export function mnemonicProblem(
  text: string,
  nameWord: NameWord = wordAndPosition,
): string | undefined {
  const mnemonic = normalized(text)
  const words = mnemonic.split(' ').filter(Boolean)
  const unknown = words.flatMap((word, index) =>
    known.has(word) ? [] : [nameWord(word, index + 1)],
  )
  const problems = [
    ...(counts.includes(words.length) ? [] : [countProblem(words.length)]),
    ...(unknown.length > 0 ? [unknownProblem(unknown)] : []),
  ]
  if (problems.length > 0) return problems.join(' It ')
  return validateMnemonic(mnemonic, wordlist) ? undefined : checksumProblem
}

function normalized(text: string): string {
  return text.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')
}

function countProblem(count: number): string {
  const words = count === 1 ? '1 word' : `${count} words`
  return `has ${words} instead of 12, 15, 18, 21 or 24.`
}

function unknownProblem(names: readonly string[]): string {
  return `has words that are not in the English BIP-39 list: ${names.slice(0, 24).join(', ')}.`
}

const checksumProblem =
  'has a wrong checksum: a word is not the one that was written down, or words changed places.'
