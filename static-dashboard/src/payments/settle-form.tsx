import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { formatAmount } from '../format-amount.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Check } from '../parts/check.tsx'
import { Field } from '../parts/field.tsx'
import { focusFirstWrong } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { fieldProblem, problemText } from '../problem-text.ts'
import { call } from '../service/call.ts'
import type { Failure, Result } from '../service/result.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { useWork } from '../service/use-work.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import type { ShownPayment } from './timeline.ts'

type Action = 'accept-payment' | 'dismiss-session'

/** `already` if somebody else decided first. */
export type Settling = Failure | 'settled' | 'already'

type Props = {
  payment: ShownPayment
  /** Whether the page already shows the failure. */
  isTold: boolean
  onSettled: (outcome: Settling) => void
}

/** Accepts the money of a closed payment, or takes it off the list. Both need a note. */
export function SettleForm({ payment, isTold, onSettled }: Props): VNode {
  const { id, acceptable, canDismiss } = payment
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [left, setLeft] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const settling = useSettling(payment, { onSettled, onRefused: setRefused })
  const settle = (action: Action, deposits: string[], agreed = {}) => {
    setTried(true)
    if (note.trim() === '') requestAnimationFrame(() => focusFirstWrong(form.current))
    if (note.trim() === '' || settling.busy !== null) return
    setRefused(undefined)
    void settling.settle(action, { id, note, deposits, ...agreed })
  }
  const noteProblem = refused ?? fieldProblem(settling.failure, 'note')
  const chosen = acceptable.filter(({ name }) => !left.includes(name))
  const names = chosen.map(({ name }) => name)
  // What was dismissed since the page was loaded is refused.
  const agreed = { dismissed: chosen.some(({ dismissed }) => dismissed) }
  return (
    <form
      ref={form}
      class="settle"
      noValidate
      aria-label={money.onePayment.settle.title}
      onSubmit={(event) => event.preventDefault()}
    >
      {acceptable.length > 1 && <Money acceptable={acceptable} left={left} onLeft={setLeft} />}
      <Field
        label={money.onePayment.settle.note}
        value={note}
        onValue={setNote}
        maxLength={1000}
        error={isTried && note.trim() === '' ? money.onePayment.settle.noteMissing : noteProblem}
      />
      <Outcomes payment={payment} />
      <div class="actions">
        {acceptable.length > 0 && (
          <Button
            kind="primary"
            reason={
              ownersOnly() ?? (names.length === 0 ? money.onePayment.settle.noMoney : undefined)
            }
            busy={settling.busy === 'accept-payment' && text.working}
            onClick={() => settle('accept-payment', names, agreed)}
          >
            {agreed.dismissed
              ? money.onePayment.settle.acceptDismissed
              : money.onePayment.settle.accept}
          </Button>
        )}
        {canDismiss && (
          <Button
            reason={notForViewers()}
            busy={settling.busy === 'dismiss-session' && text.working}
            onClick={() => settle('dismiss-session', [])}
          >
            {money.onePayment.settle.dismiss}
          </Button>
        )}
      </div>
      <WorkSteps steps={settling.steps} />
      {!isTold && noteProblem === undefined && <Failed failure={settling.failure} />}
    </form>
  )
}

function Outcomes({ payment }: Pick<Props, 'payment'>): VNode {
  const { acceptDoes, dismissDoes } = money.onePayment.settle
  return (
    <ul class="quiet">
      {payment.acceptable.length > 0 && (
        <li>{fill(acceptDoes, { event: acceptEvent(payment) })}</li>
      )}
      {payment.canDismiss && <li>{dismissDoes}</li>}
    </ul>
  )
}

/** The event that the shop is sent, see `acceptSession`. */
function acceptEvent({ status }: ShownPayment): string {
  return status === 'underpaid' ? 'session.paid' : 'session.paid_late'
}

/** The failure of a call before a reload. */
function Failed({ failure }: { failure: Failure | undefined }): VNode | null {
  if (!failure || failure.kind === 'cancelled') return null
  return <Notice tone="warn" title={problemText(failure)} />
}

type Ends = Pick<Props, 'onSettled'> & { onRefused: (problem: string) => void }

/** Accepts in the background, and dismisses at once. */
function useSettling({ id }: ShownPayment, { onSettled, onRefused }: Ends) {
  const [isDismissing, setDismissing] = useState(false)
  const end = (action: Action, result: Result<{ changed: boolean }>) => {
    if (result.kind !== 'ok') {
      const problem = fieldProblem(result, 'note')
      return problem === undefined ? onSettled(result) : onRefused(problem)
    }
    if (result.output.changed) toast(money.onePayment.settle.done[action])
    onSettled(result.output.changed ? 'settled' : 'already')
  }
  const accepting = useWork('accept-payment', {
    target: id,
    onEnd: (result) => end('accept-payment', result),
  })
  const settle = async (action: Action, input: Operations[Action]['input']): Promise<void> => {
    if (action === 'accept-payment') return void (await accepting.start(input))
    setDismissing(true)
    const result = await call(action, input)
    setDismissing(false)
    end(action, result)
  }
  const dismissing = isDismissing ? ('dismiss-session' as const) : null
  const busy = accepting.isBusy ? ('accept-payment' as const) : dismissing
  return { busy, settle, steps: accepting.steps, failure: accepting.failure }
}

/** The choice of amounts to accept. */
function Money(props: {
  acceptable: ShownPayment['acceptable']
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}): VNode {
  const { acceptable, left, onLeft } = props
  return (
    <fieldset>
      <legend class="field-title">{money.onePayment.settle.money}</legend>
      {acceptable.map(({ name, amount, dismissed }) => (
        <Check
          key={name}
          checked={!left.includes(name)}
          onChange={(checked) =>
            onLeft(checked ? left.filter((each) => each !== name) : [...left, name])
          }
        >
          <span>
            {formatAmount(amount)}
            {dismissed && <span class="quiet"> {money.onePayment.settle.dismissed}</span>}
          </span>
        </Check>
      ))}
    </fieldset>
  )
}
