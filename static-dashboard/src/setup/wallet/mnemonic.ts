import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** 24 words from the browser's random source. */
export function newMnemonic(): string[] {
  return generateMnemonic(wordlist, 256).split(' ')
}

export function wordsIn(text: string): string[] {
  return text.toLowerCase().trim().split(/\s+/).filter(Boolean)
}

const lengths: readonly number[] = [12, 15, 18, 21, 24]

export type MnemonicProblem =
  | { kind: 'unknown-word'; word: string; position: number }
  | { kind: 'count'; count: number }
  | { kind: 'checksum' }

/** Why these are not the words of a wallet: the checksum finds nearly every wrong or exchanged word. */
export function problemOf(words: readonly string[]): MnemonicProblem | undefined {
  const at = words.findIndex((word) => !wordlist.includes(word))
  const word = words[at]
  if (word !== undefined) return { kind: 'unknown-word', word, position: at + 1 }
  if (!lengths.includes(words.length)) return { kind: 'count', count: words.length }
  return validateMnemonic(words.join(' '), wordlist) ? undefined : { kind: 'checksum' }
}

const mostCompletions = 6

/** Words of the list that begin like this; none if it is one of them already. */
export function completionsOf(start: string): string[] {
  if (start === '' || wordlist.includes(start)) return []
  return wordlist.filter((word) => word.startsWith(start)).slice(0, mostCompletions)
}

export type Question = { position: number; word: string; choices: readonly string[] }

type Random = (below: number) => number

/** Random whole numbers below a limit, all equally likely. */
export const browserRandom: Random = (below) => {
  const limit = Math.floor(2 ** 32 / below) * below
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint32Array(1))
    if (value < limit) return value % below
  }
}

const questions = 4
const choices = 6

/** Asks for four of the words; each is to be found among others of the list. */
export function questionsAbout(words: readonly string[], random: Random): Question[] {
  return picked(words.length, questions, random)
    .sort((a, b) => a - b)
    .map((index) => {
      const word = words[index] ?? ''
      const others = picked(wordlist.length, choices, random)
        .flatMap((at) => wordlist[at] ?? [])
        .filter((other) => other !== word)
        .slice(0, choices - 1)
      const all = [word, ...others]
      const order = picked(all.length, all.length, random)
      return { position: index + 1, word, choices: order.flatMap((at) => all[at] ?? []) }
    })
}

/** This many different numbers below `count`. */
function picked(count: number, wanted: number, random: Random): number[] {
  const found = new Set<number>()
  while (found.size < wanted) found.add(random(count))
  return [...found]
}
