import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { providerFacts } from '../../../shared/providers/rules/provider-name.ts'
import { type CheckoutMethod, inOrder } from '../../../shared/settings/rules/checkout-ways.ts'
import { Form } from '../parts/form.tsx'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings-page.tsx'
import { useSave } from './use-save.ts'

/** In which order the checkout shows the ways to pay. */
export function MethodsForm({ settings, onSaved }: SettingsProps): VNode {
  const [methods, setMethods] = useState<readonly CheckoutMethod[]>(() =>
    inOrder(settings.checkoutMethods),
  )
  const { save, isBusy, failure } = useSave(onSaved)
  return (
    <Form
      submitLabel={text.save}
      busyLabel={text.saving}
      isBusy={isBusy}
      failure={failure}
      reason={ownersOnly()}
      onSubmit={() => save({ checkoutMethods: [...methods] })}
    >
      <p class="quiet">{instance.settings.methodsHint}</p>
      <ol class="rows compact">
        {methods.map((method) => (
          <li key={method}>
            <span>{nameOf(method)}</span>
            <OrderButtons
              name={nameOf(method)}
              onMove={(by) => setMethods(moved(methods, method, by))}
            />
          </li>
        ))}
      </ol>
    </Form>
  )
}

function nameOf(method: CheckoutMethod): string {
  return method === 'coins' ? instance.settings.methodCoins : providerFacts[method].title
}
