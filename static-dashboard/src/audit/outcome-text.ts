import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'

/** The outcome of an action, such as "underpaid → paid", in the reader's words; names, addresses and amounts stay. */
export function outcomeText(outcome: string): string {
  const known = { ...text.roles, ...text.payments.statuses, ...instance.audit.outcomes }
  const words: ReadonlyMap<string, string> = new Map(Object.entries(known))
  return outcome
    .split(' → ')
    .map((word) => words.get(word) ?? word)
    .join(' → ')
}
