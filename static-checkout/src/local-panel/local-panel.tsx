import type { FunctionComponent, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { type State, viewOf } from '../state.ts'

type Panel = FunctionComponent<{ view: CheckoutView; nowMs: number }>

/** Kept, so that the panels of later screens appear together with them. */
let loadedPanel: Panel | undefined

/** On a local instance, which marks its page, the panel of the test wallet. Nowhere else is its script even loaded. */
export function LocalPanel({ state }: { state: State }): VNode | null {
  const [, setLoads] = useState(0)
  useEffect(() => {
    if (loadedPanel || !document.querySelector('meta[name="quittance-local"]')) return
    void import('./panel.tsx').then(({ Panel }) => {
      loadedPanel = Panel
      setLoads((count) => count + 1)
    })
  }, [])
  const view = viewOf(state)
  if (!loadedPanel || !view || view.closed || view.asksDetails || view.provisional) return null
  const Panel = loadedPanel
  return <Panel view={view} nowMs={state.nowMs} />
}
