import type { VNode } from 'preact'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import {
  type CheckoutMethod,
  inOrder,
} from '../../../shared/records/settings/rules/checkout-ways.ts'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { SettingsProps } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

export function MethodsForm(props: SettingsProps): VNode {
  return (
    <SettingsForm
      {...props}
      draftOf={({ checkoutMethods }) => ({ checkoutMethods: inOrder(checkoutMethods) })}
      valuesOf={(changed) => changed}
    >
      {({ draft: { checkoutMethods: methods }, change }) => (
        <>
          <p class="quiet">{instance.settings.methodsHint}</p>
          <ol class="rows compact">
            {methods.map((method) => (
              <li key={method}>
                <span>{nameOf(method)}</span>
                <OrderButtons
                  name={nameOf(method)}
                  onMove={(by) => change({ checkoutMethods: moved(methods, method, by) })}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </SettingsForm>
  )
}

function nameOf(method: CheckoutMethod): string {
  return method === 'coins' ? instance.settings.methodCoins : providerFacts[method].title
}
