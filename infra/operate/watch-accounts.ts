import * as z from 'zod'
import { setUpWatchOnly } from '../../shared/admin/setup/set-up-watch-only.ts'
import type { RefusedAccounts } from '../../shared/admin/setup/wire/refused-accounts.ts'
import { type Command, commandOf } from './command.ts'
import { readArgs } from './input-options.ts'
import { OperateError, usageError } from './operate-error.ts'
import { readJson } from './read-json.ts'

type Watched = z.infer<(typeof setUpWatchOnly)['success']['schema']>

/** Extended public keys show every payment to whoever has them, so they come from a file, too. */
export const watchAccountsCommand: Command = commandOf(setUpWatchOnly, {
  usage: '--file watch.json',
  read: readAccounts,
  text: watchedText,
})

async function readAccounts(args: readonly string[]): Promise<Record<string, unknown>> {
  const { file } = readArgs(args, { file: { type: 'string' } }).values
  if (file === undefined) {
    throw usageError(
      'wallet watch needs --file (or --file - for standard input), see docs/watch-only.md.',
    )
  }
  return z.looseObject({}).parse(await readJson(file))
}

function watchedText(watched: Watched): string {
  if ('refused' in watched) throw new OperateError(refusedText(watched))
  if (watched.alreadySetUp) return 'These accounts are watched already. Nothing was changed.'
  const { live, test } = watched.gasWallets
  return [
    'The accounts are watched. This instance has no words and sends nothing: what is paid waits until you sweep it.',
    `Gas wallets, for the fees of tokens: ${live} (live), ${test} (test).`,
    'How to sweep: docs/watch-only.md',
  ].join('\n')
}

function refusedText({ used, unread, withoutLiveNetworks }: RefusedAccounts): string {
  return [
    ...(used.length > 0 ? ['These addresses were used already:'] : []),
    ...used.map(
      ({ mode, chain, index, address }) => `  ${mode}, ${chain}, index ${index}: ${address}`,
    ),
    ...(used.length > 0
      ? ['Make a new account that is used for nothing else, and give its key.']
      : []),
    ...unread.map(
      ({ chain, chainId, reason }) =>
        `Whether the addresses were used on ${chain} (${chainId}) could not be checked: ${reason}. Try again, or give the network another node: networks set.`,
    ),
    ...(withoutLiveNetworks
      ? ['No live network is enabled, so it could not be checked: networks connect first.']
      : []),
    'Nothing was stored.',
  ].join('\n')
}
