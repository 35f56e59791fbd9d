import type { WordsHoldMoney } from '../../shared/payments/wallet/wire/words-hold-money.ts'
import { OperateError } from './operate-error.ts'
import { wordsHoldMoneyText } from './words-hold-money-text.ts'

export const mayHoldMoneyFlag = '--may-hold-money'

/** The result, if the words were accepted. Throws an `OperateError` that says how to confirm them otherwise. */
export function withoutRefusal<Result extends object>(result: Result | WordsHoldMoney): Result {
  if (!('refused' in result)) return result
  throw new OperateError(
    `${wordsHoldMoneyText(result)}\nNothing was stored. If they are the right words, add ${mayHoldMoneyFlag}.`,
  )
}
