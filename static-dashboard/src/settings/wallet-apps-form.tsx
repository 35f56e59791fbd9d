import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type WalletAppName, walletApps } from '../../../shared/settings/rules/checkout-ways.ts'
import { Form } from '../parts/form.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

const names: Readonly<Record<WalletAppName, string>> = {
  metamask: 'MetaMask',
  trust: 'Trust Wallet',
  coinbase: 'Coinbase Wallet',
  phantom: 'Phantom',
  okx: 'OKX Wallet',
}

/** Which wallet apps the checkout offers on a phone, in their order. */
export function WalletAppsForm({ settings, onSaved }: SettingsProps): VNode {
  const [chosen, setChosen] = useState<readonly WalletAppName[]>(settings.walletApps)
  const { save, isBusy, failure } = useSave(onSaved)
  const order = [...chosen, ...walletApps.filter((app) => !chosen.includes(app))]
  const toggle = (app: WalletAppName, isOn: boolean) =>
    setChosen(isOn ? [...chosen, app] : chosen.filter((each) => each !== app))
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ walletApps: [...chosen] })}
    >
      <p class="quiet">{instance.settings.appsHint}</p>
      <ul class="rows compact">
        {order.map((app) => (
          <li key={app}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(app)}
                onChange={({ currentTarget }) => toggle(app, currentTarget.checked)}
              />
              {names[app]}
            </label>
            {chosen.includes(app) && (
              <OrderButtons name={names[app]} onMove={(by) => setChosen(moved(chosen, app, by))} />
            )}
          </li>
        ))}
      </ul>
    </Form>
  )
}
