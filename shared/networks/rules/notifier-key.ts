import type { Sealed } from '../../kernel/sealed.ts'

/** Vendors that notify us of transfers; each has its own signature scheme. */
export const notifiers = ['alchemy'] as const
export type Notifier = (typeof notifiers)[number]

/** The key with which a notifier signs its notifications about one chain. */
export type NotifierKey = { notifier: Notifier; chainId: number; signingKey: Sealed }

/** The context that the sealed signing key is bound to. */
export function notifierKeyContext({
  notifier,
  chainId,
}: Pick<NotifierKey, 'notifier' | 'chainId'>): Record<string, string> {
  return { notifier, chainId: String(chainId) }
}
