import type { SetUp } from '../../shared/admin/setup/set-up-instance.ts'

export type Unread = Extract<SetUp, { alreadySetUp: false }>['unread'][number]

/** Returns a line for each part that a search for money could not read. */
export function unreadLines(all: readonly Unread[]): string[] {
  return all.map(
    ({ mode, chain, chainId, from, reason }) =>
      `Not everything was read on ${chain} (${chainId}, ${mode}), from deposit address ${from} on: ${reason}.`,
  )
}
