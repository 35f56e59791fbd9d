import type { VNode } from 'preact'
import {
  type WalletAppName,
  walletApps,
} from '../../../shared/records/settings/rules/checkout-ways.ts'
import { Check } from '../parts/check.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

const names: Readonly<Record<WalletAppName, string>> = {
  metamask: 'MetaMask',
  trust: 'Trust Wallet',
  coinbase: 'Coinbase Wallet',
  phantom: 'Phantom',
  okx: 'OKX Wallet',
}

export function WalletAppsForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={(settings) => ({ walletApps: [...settings.walletApps] })}
      valuesOf={(changed) => changed}
    >
      {({ draft, change }) => (
        <>
          <p class="quiet">{instance.settings.appsHint}</p>
          <AppList
            chosen={draft.walletApps}
            onChange={(chosen) => change({ walletApps: chosen })}
          />
        </>
      )}
    </SettingsForm>
  )
}

type ListProps = {
  chosen: readonly WalletAppName[]
  onChange: (chosen: WalletAppName[]) => void
}

function AppList({ chosen, onChange }: ListProps): VNode {
  const order = [...chosen, ...walletApps.filter((app) => !chosen.includes(app))]
  const toggle = (app: WalletAppName, isOn: boolean) =>
    onChange(isOn ? [...chosen, app] : chosen.filter((each) => each !== app))
  return (
    <ul class="rows compact">
      {order.map((app) => (
        <li key={app}>
          <Check checked={chosen.includes(app)} onChange={(checked) => toggle(app, checked)}>
            {names[app]}
          </Check>
          {chosen.includes(app) && (
            <OrderButtons name={names[app]} onMove={(by) => onChange(moved(chosen, app, by))} />
          )}
        </li>
      ))}
    </ul>
  )
}
