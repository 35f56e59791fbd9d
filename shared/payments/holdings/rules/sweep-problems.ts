import type { Words } from '../../../kernel/errors.ts'
import { fill, type NamesIn } from '../../../kernel/template.ts'

/** Why a sweep is held up, or why it or one of its addresses ended without moving money. */
export const sweepProblems = {
  payout_wallet_changes: 'It waits for the change of the payout wallet.',
  fees_above_plan: 'Fees are above what was planned, or more than {sender} can pay.',
  node_refused: 'A node refused it: {details}',
  nonce_used: 'Another transaction of {sender} has its nonce {nonce}.',
  abandoned: 'An operator abandoned it: {note}',
  token_unlisted:
    "{symbol} ({tokenAddress}) is no longer listed on {chain}, so its authorizations can't be signed.",
  token_unauthorized:
    "{symbol} ({tokenAddress}) is no longer moved by signature on {chain}, so its authorizations can't be signed.",
  reverted: 'The transaction was reverted.',
  moved_nothing: 'The transaction moved nothing.',
  batch_reverted: 'The batch was reverted.',
  left_behind: 'The batch left it behind.',
  forged_chain: 'Somebody else wrote it: it is of another chain.',
  forged_sender: 'Somebody else wrote it: it is sent by another address than its money is at.',
  forged_gas: 'Somebody else wrote it: it takes more gas than any of its kind.',
  forged_asset: 'Somebody else wrote it: it moves another asset than its kind does.',
  forged_top_up: 'Somebody else wrote it: it sends coin elsewhere than to its deposit address.',
  forged_recipient:
    'Somebody else wrote it: it would go to {recipient}, which is not the payout wallet.',
  forged_age:
    'Somebody else wrote it: it has money of a wallet that is older than its payout wallet says.',
  forged_address: 'Somebody else wrote it: it sends coin to an address that is not ours.',
  forged_amount: 'Somebody else wrote it: it sends more coin than any transfer needs.',
} as const

type Problems = typeof sweepProblems

/** A problem in English, with its name and values for other languages. */
export type SweepProblem = { text: string; words: Words }

type Values<Text extends string> = [NamesIn<Text>] extends [never]
  ? [values?: Readonly<Record<string, never>>]
  : [values: Readonly<Record<NamesIn<Text>, string | number>>]

export function sweepProblem<Name extends keyof Problems>(
  name: Name,
  ...[values = {}]: Values<Problems[Name]>
): SweepProblem {
  return { text: fill<string>(sweepProblems[name], values), words: { name, values } }
}

/**
 * The words of a stored text, undefined if it has none. Another release may have replaced the text alone, so they count
 * only if they make up the text; a text without values needs none.
 */
export function wordsOfProblem(text: string | null, words: Words | null = null): Words | undefined {
  const values = words?.values ?? {}
  const found = Object.entries(sweepProblems).find(
    ([name, sentence]) =>
      (words === null || words.name === name) && fill<string>(sentence, values) === text,
  )
  return found && { name: found[0], values }
}
