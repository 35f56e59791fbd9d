import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import {
  type CheckoutMethod,
  inOrder,
} from '../../../shared/records/settings/rules/checkout-ways.ts'
import { Icon } from '../parts/icon.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import type { SettingsProps } from '../settings/settings.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { Integration } from './integration.ts'

type Props = SettingsProps & { integrations: readonly Integration[] }

/** The coins and the enabled providers, in the order of the checkout page: by dragging, or by buttons. */
export function MethodOrder({ integrations, ...props }: Props): VNode {
  const titleOf = (method: CheckoutMethod) =>
    method === 'coins'
      ? instance.settings.methodCoins
      : integrations.find(({ provider, account }) => provider === method && account?.enabled)?.title
  return (
    <SettingsForm
      {...props}
      draftOf={({ checkoutMethods }) => ({ checkoutMethods: inOrder(checkoutMethods) })}
      valuesOf={(changed) => changed}
    >
      {({ draft, change }) => (
        <>
          <p class="quiet">{instance.settings.methodsHint}</p>
          <MethodList
            order={draft.checkoutMethods}
            titleOf={titleOf}
            onChange={(checkoutMethods) => change({ checkoutMethods })}
          />
        </>
      )}
    </SettingsForm>
  )
}

type ListProps = {
  order: readonly CheckoutMethod[]
  /** Undefined for what the checkout does not offer, which keeps its place unseen. */
  titleOf: (method: CheckoutMethod) => string | undefined
  onChange: (order: CheckoutMethod[]) => void
}

function MethodList({ order, titleOf, onChange }: ListProps): VNode {
  const [dragged, setDragged] = useState<CheckoutMethod>()
  const shown = order.filter((method) => titleOf(method) !== undefined)
  const move = (method: CheckoutMethod, by: number) => {
    const next = shown[shown.indexOf(method) + by]
    if (next) onChange(moved(order, method, order.indexOf(next) - order.indexOf(method)))
  }
  const dropOn = (method: CheckoutMethod) => {
    if (dragged) move(dragged, shown.indexOf(method) - shown.indexOf(dragged))
    setDragged(undefined)
  }
  return (
    <ul class="rows compact">
      {shown.map((method) => (
        <li
          key={method}
          draggable
          onDragStart={() => setDragged(method)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            dropOn(method)
          }}
        >
          <span class="check">
            <Icon name={method === 'coins' ? 'wallet' : 'card'} />
            {titleOf(method)}
          </span>
          <OrderButtons name={titleOf(method) ?? ''} onMove={(by) => move(method, by)} />
        </li>
      ))}
    </ul>
  )
}
