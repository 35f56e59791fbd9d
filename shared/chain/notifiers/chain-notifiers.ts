import type { Notifier } from '../../networks/rules/notifier-key.ts'
import { alchemy } from './alchemy.ts'
import type { ChainNotifier } from './chain-notifier.ts'

/** The supported notifiers, by the name in their URL. */
export const chainNotifiers: Readonly<Record<Notifier, ChainNotifier>> = { alchemy }
