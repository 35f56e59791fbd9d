import type { Sealed } from '../../kernel/sealed.ts'

/** Vendors that tell us of transfers; each signs its notifications in a form of its own. */
export const notifiers = ['alchemy'] as const
export type Notifier = (typeof notifiers)[number]

/** The key with which a notifier signs what it says of one chain. */
export type NotifierKey = { notifier: Notifier; chainId: number; signingKey: Sealed }

/** What the sealed signing key is bound to. */
export function notifierKeyContext({
  notifier,
  chainId,
}: Pick<NotifierKey, 'notifier' | 'chainId'>): Record<string, string> {
  return { notifier, chainId: String(chainId) }
}
