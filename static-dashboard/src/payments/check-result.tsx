import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import type { WorkStep } from '../service/follow-work.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import { foundOn } from './found-on.ts'

type Checked = Operations['check-session-now']['output']

export function CheckResult(props: { steps: readonly WorkStep[]; payment: Checked }): VNode {
  const { steps, payment } = props
  const words = money.onePayment.check
  const networks = steps.flatMap(({ name, of }) => (name === 'read-chain' && of ? [of] : []))
  return (
    <ul class="steps" aria-live="polite">
      {[...new Set(networks)].map((network) => {
        const amounts = foundOn(payment, network)
          .map((each) => formatAmount(each))
          .join(', ')
        return (
          <li key={network}>
            {fill(amounts === '' ? words.nothing : words.found, { network, amounts })}
          </li>
        )
      })}
      <li>{fill(words.status, { status: text.payments.statuses[payment.status] })}</li>
    </ul>
  )
}
