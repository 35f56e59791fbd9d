import type { ProviderName } from '../../shared/records/integrations/rules/provider-name.ts'
import { sendOrder } from './api.ts'
import type { ProviderStep } from './customer-steps.ts'
import { rejectionOf } from './rejection.ts'
import type { Action } from './state.ts'

export async function openProvider(
  id: string,
  provider: ProviderName,
  dispatch: (action: Action) => void,
): Promise<void> {
  const setStep = (to: ProviderStep) => dispatch({ type: 'providerStepChanged', to })
  setStep({ kind: 'sent', provider })
  const result = await sendOrder(id, provider)
  if (result.kind !== 'ok') {
    return setStep({ kind: 'failed', provider, rejection: await rejectionOf(id, result, dispatch) })
  }
  // A browser that keeps the page shows it ready again to the customer who comes back.
  window.addEventListener('pagehide', () => setStep({ kind: 'ready' }), { once: true })
  leaveFor(result.body.url)
}

/** No provider may be shown in the frame of another site, so such a page opens a window. */
function leaveFor(url: string): void {
  const isFramed = window.parent !== window
  if (!isFramed || window.open(url, '_blank') === null) location.assign(url)
}
