/** An explanation of each node problem for the owner, by its subject; `other` is for any that isn't listed. */
export const nodeProblemWords = {
  node: "{host} can't be used ({found}).",
  'newest block': '{host} is behind: its newest block is older than two minutes.',
  'block hash': '{host} has another block than the other nodes, so it may be on a fork.',
  receipts: "{host} doesn't return receipts of recent transactions ({found}).",
  'final blocks': "{host} doesn't say which blocks are final, so payments take longer.",
  'old states': '{host} keeps no history. Older payments may lack their transaction.',
  'age of states':
    '{host} keeps its history for less time than when it was verified. Older payments may lack their transaction.',
  'log range':
    '{host} returns fewer logs at a time than when it was verified, so scans take longer.',
  'log range of a day ago':
    '{host} returns fewer old logs at a time than when it was verified, so scans take longer.',
  traces: '{host} no longer traces transactions, so payments by contracts take longer to find.',
  other: '{host}: {subject} should be {expected}, found {found}.',
} as const

type Words = Readonly<Record<keyof typeof nodeProblemWords, string>>

/** A problem with its `host`, `subject`, and what was `expected` and `found`, in the language of the words. */
export function nodeProblemText(problem: Readonly<Record<string, string>>, words: Words): string {
  const bySubject: Readonly<Record<string, string>> = words
  const template = bySubject[problem['subject'] ?? ''] ?? words.other
  return template.replace(/\{(\w+)\}/g, (_, name: string) => problem[name] ?? '')
}
