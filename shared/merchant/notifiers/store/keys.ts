import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

type NotifiedBy = { notifier: string; chainId: number }

export const notifierKeys = {
  /** Signing keys by webhook. Without a mode, because a notification is verified before anything in it is read. */
  notifierKey: (notifier: string, webhookId: string): Key => ({
    pk: `notifier#${notifier}`,
    sk: webhookId,
  }),
  /** A mode's notifiers, and the chains that they watch. */
  notifier: (mode: Mode, notifier: string): Key => ({
    pk: `${mode}#notifiers`,
    sk: `connection#${notifier}`,
  }),
  watchedChain: (mode: Mode, notifier: string, chainId: number): Key => ({
    pk: `${mode}#notifiers`,
    sk: `chain#${notifier}#${chainId}`,
  }),
  notifierHealth: (mode: Mode, notifier: string, chainId: number): Key => ({
    pk: `${mode}#notifier-health`,
    sk: `${notifier}#${chainId}`,
  }),
  /** When a notifier first named a session's address. */
  notified: (mode: Mode, sessionId: string, { notifier, chainId }: NotifiedBy): Key => ({
    pk: `${mode}#session#${sessionId}`,
    sk: `notified#${notifier}#${chainId}`,
  }),
} as const
