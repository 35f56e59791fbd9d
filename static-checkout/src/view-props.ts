import type {
  AssetChoice,
  CheckoutView,
  SubmitDetailsBody,
} from '../../shared/merchant/checkout/wire/checkout.ts'
import type { ProviderName } from '../../shared/records/integrations/rules/provider-name.ts'
import type { State } from './state.ts'
import type { Wallet } from './wallets/discover-wallets.ts'

export type Actions = {
  check: () => void
  stay: () => void
  retry: () => void
  /** Opens the link again, in place. */
  newPrice: (linkPath: string) => void
  /** Continues with a payment that was begun earlier. */
  resume: (view: CheckoutView) => void
  startNew: () => void
  submitDetails: (details: SubmitDetailsBody) => void
  chooseCoin: (choice: AssetChoice) => void
  openProvider: (provider: ProviderName) => void
  /** Returns to the email. */
  changeDetails: () => void
  changeCoin: () => void
  keepCoin: () => void
  pay: (wallet: Wallet) => void
  payAnotherWay: () => void
}

export type ViewProps = { view: CheckoutView; state: State; actions: Actions }
