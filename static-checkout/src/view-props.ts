import type { CheckoutView } from '../../shared/contract/checkout.ts'
import type { State } from './state.ts'

/** What the customer can do. */
export type Actions = { check: () => void; stay: () => void; retry: () => void }

/** What every status' view gets. */
export type ViewProps = { view: CheckoutView; state: State; actions: Actions }
