import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type WalletAppName, walletApps } from '../../../shared/settings/rules/checkout-ways.ts'
import { fill } from '../../../static-ui/template.ts'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { ownersOnly } from '../service/role.ts'
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
      <p class="quiet">{text.settings.appsHint}</p>
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
              <Order app={names[app]} onMove={(by) => setChosen(moved(chosen, app, by))} />
            )}
          </li>
        ))}
      </ul>
    </Form>
  )
}

function Order({ app, onMove }: { app: string; onMove: (by: -1 | 1) => void }): VNode {
  return (
    <div class="actions">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          class={by < 0 ? 'icon-button up' : 'icon-button'}
          aria-label={fill(by < 0 ? text.settings.moveUp : text.settings.moveDown, { app })}
          onClick={() => onMove(by)}
        >
          <Icon name="down" />
        </button>
      ))}
    </div>
  )
}

/** The list with one entry moved by a place. */
function moved<Entry>(list: readonly Entry[], entry: Entry, by: -1 | 1): Entry[] {
  const from = list.indexOf(entry)
  const to = Math.max(0, Math.min(list.length - 1, from + by))
  const others = list.filter((each) => each !== entry)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
