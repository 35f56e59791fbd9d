import type { AssetChoice } from '../../shared/merchant/checkout/wire/checkout.ts'
import { sendChoice } from './api.ts'
import type { CoinStep } from './customer-steps.ts'
import { rejectionOf } from './rejection.ts'
import type { Action } from './state.ts'

/** Locks the price in the chosen coin. If that fails, the previous coin is kept. */
export async function chooseCoin(
  id: string,
  choice: AssetChoice,
  dispatch: (action: Action) => void,
): Promise<void> {
  const setStep = (to: CoinStep) => dispatch({ type: 'coinStepChanged', to })
  setStep({ kind: 'sent', choice })
  const result = await sendChoice(id, choice)
  if (result.kind === 'ok') {
    dispatch({ type: 'sessionShown', view: result.body, atMs: Date.now() })
    return setStep({ kind: 'ready' })
  }
  setStep({ kind: 'failed', choice, rejection: await rejectionOf(id, result, dispatch) })
}
