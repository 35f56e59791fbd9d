import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type CheckoutMethod, inOrder } from '../../../shared/settings/rules/checkout-ways.ts'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ownersOnly } from '../service/role.ts'
import { useSave } from '../settings/use-save.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { Integration } from './integrations-page.tsx'

type Props = {
  integrations: readonly Integration[]
  methods: readonly CheckoutMethod[]
  onSaved: () => void
}

/** The coins and the enabled providers, in the order of the checkout page: by dragging, or by buttons. */
export function MethodOrder({ integrations, methods, onSaved }: Props): VNode {
  const [order, setOrder] = useState<readonly CheckoutMethod[]>(inOrder(methods))
  const [dragged, setDragged] = useState<CheckoutMethod>()
  const { save, isBusy, failure } = useSave(onSaved)
  const titleOf = (method: CheckoutMethod) =>
    method === 'coins'
      ? instance.settings.methodCoins
      : integrations.find(({ provider, account }) => provider === method && account?.enabled)?.title
  const shown = order.filter((method) => titleOf(method) !== undefined)
  const move = (method: CheckoutMethod, by: number) => {
    const next = shown[shown.indexOf(method) + by]
    if (next) setOrder(moved(order, method, order.indexOf(next) - order.indexOf(method)))
  }
  const dropOn = (method: CheckoutMethod) => {
    if (dragged) move(dragged, shown.indexOf(method) - shown.indexOf(dragged))
    setDragged(undefined)
  }
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ checkoutMethods: [...order] })}
    >
      <p class="quiet">{instance.settings.methodsHint}</p>
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
    </Form>
  )
}
