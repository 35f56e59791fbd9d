import { text } from '../texts/text.ts'

/** The outcome of an action, such as "underpaid → paid", in the reader's words; names, addresses and amounts stay. */
export function outcomeText(outcome: string): string {
  const words: Readonly<Record<string, string>> = {
    ...text.roles,
    ...text.payments.statuses,
    ...text.audit.outcomes,
  }
  return outcome
    .split(' → ')
    .map((word) => words[word] ?? word)
    .join(' → ')
}
