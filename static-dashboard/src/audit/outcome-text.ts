import { text } from '../texts/text.ts'

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...text.roles, ...text.payments.statuses, ...text.audit.outcomes }),
)

/** The outcome of an action, such as "underpaid → paid", in the reader's words; names, addresses and amounts stay. */
export function outcomeText(outcome: string): string {
  return outcome
    .split(' → ')
    .map((word) => words.get(word) ?? word)
    .join(' → ')
}
