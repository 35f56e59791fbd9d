import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import { unreadChain } from './unread-chain.ts'

const moneyOfWords = z.object({
  /** More than dust, by address and asset. */
  held: z.array(
    z.object({
      mode: z.enum(modes),
      chainId: z.int(),
      chain: z.string(),
      address: z.string(),
      symbol: z.string(),
      amount: z.string(),
    }),
  ),
  /** The networks on which it is unknown. */
  unread: z.array(unreadChain.omit({ from: true }).extend({ mode: z.enum(modes) })),
  /** Whether no network of live mode is enabled yet, so that no real money could be found. */
  withoutLiveNetworks: z.boolean(),
})

/** Incomplete if some balances couldn't be read; see `unread`. */
export type MoneyOfWords = z.infer<typeof moneyOfWords>

/** Instead of a result, and nothing is stored: the words may be those of somebody's savings. `mayHoldMoney` confirms them. */
export const wordsHoldMoney = moneyOfWords.extend({ refused: z.literal('words_hold_money') })

export type WordsHoldMoney = z.infer<typeof wordsHoldMoney>
