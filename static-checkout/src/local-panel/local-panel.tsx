import type { FunctionComponent, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import { type State, viewOf } from '../state.ts'

type Panel = FunctionComponent<{ view: CheckoutView; nowMs: number }>

/** On a local instance, which marks its page, the panel of the test wallet. Nowhere else is its script even loaded. */
export function LocalPanel({ state }: { state: State }): VNode | null {
  const [loaded, setLoaded] = useState<{ Panel: Panel } | null>(null)
  useEffect(() => {
    if (!document.querySelector('meta[name="quittance-local"]')) return
    void import('./panel.tsx').then(({ Panel }) => setLoaded({ Panel }))
  }, [])
  const view = viewOf(state)
  if (!loaded || !view || view.closed || view.asksDetails || view.provisional) return null
  return <loaded.Panel view={view} nowMs={state.nowMs} />
}
