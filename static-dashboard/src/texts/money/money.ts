import type { TextsLike } from '../../../../static-ui/text-types.ts'
import { loadTexts } from '../text.ts'
import type { en } from './en.ts'

export type Money = TextsLike<typeof en>

/** The texts of Home, Payouts and one payment, which are loaded with the first of these pages. */
export let money: Money

export async function loadMoney(): Promise<void> {
  money = await loadTexts(
    import.meta.glob<Money>('../languages/*.json', { query: '?part=money', import: 'default' }),
    async (): Promise<Money> => (await import('./en.ts')).en,
  )
}
