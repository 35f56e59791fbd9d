import type { Notifier } from '../rules/notifier.ts'
import { alchemy } from './alchemy.ts'
import type { ChainNotifier } from './chain-notifier.ts'
import { quicknode } from './quicknode.ts'

/** The supported notifiers, by the name in their URL. */
export const chainNotifiers: Readonly<Record<Notifier, ChainNotifier>> = { alchemy, quicknode }
