import type { AssetChoice } from '../../shared/checkout-sessions/wire/checkout.ts'
import { sendChoice } from './api.ts'
import type { CoinStep } from './customer-steps.ts'
import { refusalOf } from './refusal.ts'
import type { Action } from './state.ts'

type Dispatch = (action: Action) => void

/** Fixes the price in the chosen coin; where that fails, the coin that was stays. */
export async function chooseCoin(
  id: string,
  choice: AssetChoice,
  dispatch: Dispatch,
): Promise<void> {
  const move = (to: CoinStep) => dispatch({ type: 'coinMoved', to })
  move({ kind: 'sent', choice })
  const answer = await sendChoice(id, choice)
  if (answer.kind === 'ok') {
    dispatch({ type: 'sessionShown', view: answer.body, atMs: Date.now() })
    return move({ kind: 'ready' })
  }
  move({ kind: 'failed', choice, refusal: await refusalOf(id, answer, dispatch) })
}
