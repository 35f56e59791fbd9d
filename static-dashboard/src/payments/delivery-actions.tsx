import type { VNode } from 'preact'
import { Button } from '../parts/button.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { hrefOf, mode } from '../router.ts'
import { notForViewers } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import type { ShownPayment } from './timeline.ts'

export function DeliveryActions(props: {
  delivery: ShownPayment['deliveries'][number]
  onResent: () => Promise<void>
}): VNode {
  const { id, url } = props.delivery
  const words = money.onePayment.happened
  const { submit, isBusy, failure } = useSubmit('replay-delivery')
  const resend = async () => {
    if (!(await submit({ id }))) return
    toast(words.resent)
    await props.onResent()
  }
  return (
    <div class="actions">
      {url !== null && (
        <Button
          kind="soft"
          icon="redo"
          reason={notForViewers()}
          busy={isBusy && text.working}
          onClick={() => void resend()}
        >
          {words.resend}
        </Button>
      )}
      <a href={hrefOf(recordPath('webhooks', mode.value, id))}>{words.viewDelivery}</a>
      {failure && failure.kind !== 'cancelled' && (
        <p class="note bad" role="alert">
          {problemText(failure)}
        </p>
      )}
    </div>
  )
}
