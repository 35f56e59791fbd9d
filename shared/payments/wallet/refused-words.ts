import { type MoneyOfWordsServices, moneyOfWords } from './money-of-words.ts'
import type { NewWallet } from './new-wallet.ts'
import type { WordsHoldMoney } from './wire/words-hold-money.ts'

type Given = { mnemonicIsNew: boolean; mayHoldMoney: boolean }

/**
 * Why words are not accepted yet: they hold money, or whether they do could not be read everywhere. Undefined if they hold
 * at most dust, are declared new, or somebody has confirmed them.
 */
export async function refusedWords(
  services: MoneyOfWordsServices,
  wallet: NewWallet,
  { mnemonicIsNew, mayHoldMoney }: Given,
): Promise<WordsHoldMoney | undefined> {
  if (mnemonicIsNew || mayHoldMoney) return undefined
  const money = await moneyOfWords(services, wallet)
  const isKnown = money.unread.length === 0 && !money.withoutLiveNetworks
  if (isKnown && money.held.length === 0) return undefined
  return { refused: 'words_hold_money', ...money }
}
