import { fill } from '../../shared/kernel/template.ts'
import { exactTime } from './format.ts'
import { formatAmount } from './format-amount.ts'
import type { Failure, Rejection } from './service/result.ts'
import { knownText } from './texts/known-text.ts'
import { refusals, text } from './texts/text.ts'

/** The error's own sentence, if it has one, else a text of the page for its code. */
export function problemText(failure: Failure): string {
  if (failure.kind === 'unreachable') return text.problems.unreachable
  if (failure.kind === 'cancelled') return text.problems.cancelled
  if (failure.words) return translated(refusals, failure) ?? said(failure)
  return knownText(text.problems.codes, failure.code) ?? said(failure)
}

/** The problem of one field, if the service named it. */
export function fieldProblem(failure: Failure | undefined, ...names: string[]): string | undefined {
  if (failure?.kind !== 'rejected' || failure.param === null) return undefined
  const isNamed = failure.param.split('.').some((part) => names.includes(part))
  return isNamed ? (translated(refusals, failure) ?? said(failure)) : undefined
}

/** In a language that has the sentence. The page shows which field it is about, so its name is left out. */
export function translated(
  sentences: Readonly<Record<string, string>>,
  { words, param }: Pick<Rejection, 'words' | 'param'>,
): string | undefined {
  const sentence = words && knownText(sentences, words.name)
  const values = Object.entries(words?.values ?? {})
  const shown = values.map(([name, value]) => [name, shownValue(name, value)])
  const filled = sentence && fill(sentence, Object.fromEntries(shown))
  const about = `${param}: `
  return filled?.startsWith(about) ? filled.slice(about.length) : filled
}

/**
 * A value as the page shows it elsewhere: modes, statuses of payments, times and amounts have names and forms of their
 * own.
 */
function shownValue(name: string, value: string | number): string | number {
  switch (name) {
    case 'mode':
      return knownText(text.modes, `${value}`) ?? value
    case 'status':
      return knownText(text.payments.statuses, `${value}`) ?? value
    case 'amount':
    case 'confirmed':
    case 'left':
    case 'paid':
      return formatAmount(`${value}`)
    case 'payments':
      return `${value}`.replaceAll(/[\d.]+ \w+/g, (amount) => formatAmount(amount))
    case 'at':
    case 'until':
      return exactTime(new Date(value))
    default:
      return value
  }
}

/** Words that may follow the name of a field in a sentence about it. */
const aboutField = ['must', 'is', 'has', 'belongs', 'can']

/** The service's message without the name of a field at its start: the page shows which field it is about. */
function said({ message, param }: Rejection): string {
  const [first, second = ''] = message.split(' ')
  if (first !== param || !aboutField.includes(second)) return capitalized(message)
  return `${text.problems.thisField}${message.slice(first.length + 1)}`
}

function capitalized(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
