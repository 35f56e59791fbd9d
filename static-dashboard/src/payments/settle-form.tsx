import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { toast } from '../parts/toasts.tsx'
import { fieldProblem } from '../problem-text.ts'
import { call, type Failure } from '../service/call.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { money } from '../texts/money/money.ts'
import { text } from '../texts/text.ts'
import type { ShownPayment } from './timeline.ts'

type Action = 'accept-payment' | 'dismiss-session'

/** `already` if somebody else was first. */
export type Settling = Failure | 'settled' | 'already'

type Props = { payment: ShownPayment; onSettled: (outcome: Settling) => void }

/** Accepts the money of a closed payment, or takes it off the list. Both need a note. */
export function SettleForm({ payment, onSettled }: Props): VNode {
  const { id, acceptable, canDismiss } = payment
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState<Action | null>(null)
  const [refused, setRefused] = useState<string>()
  const [left, setLeft] = useState<readonly string[]>([])
  const settle = async (action: Action, deposits: string[]) => {
    setTried(true)
    if (note.trim() === '' || busy !== null) return
    setBusy(action)
    setRefused(undefined)
    const result = await call(action, { id, note, deposits })
    setBusy(null)
    if (result.kind !== 'ok') {
      const problem = fieldProblem(result, 'note')
      return problem === undefined ? onSettled(result) : setRefused(problem)
    }
    if (result.output.changed) toast(money.onePayment.settle.done[action])
    onSettled(result.output.changed ? 'settled' : 'already')
  }
  const names = acceptable.map(({ name }) => name).filter((name) => !left.includes(name))
  return (
    <form
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
        error={isTried && note.trim() === '' ? money.onePayment.settle.noteMissing : refused}
      />
      <div class="actions">
        {acceptable.length > 0 && (
          <Button
            kind="primary"
            reason={
              ownersOnly() ?? (names.length === 0 ? money.onePayment.settle.noMoney : undefined)
            }
            busy={busy === 'accept-payment' && text.working}
            onClick={() => void settle('accept-payment', names)}
          >
            {money.onePayment.settle.accept}
          </Button>
        )}
        {canDismiss && (
          <Button
            reason={notForViewers()}
            busy={busy === 'dismiss-session' && text.working}
            onClick={() => void settle('dismiss-session', [])}
          >
            {money.onePayment.settle.dismiss}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Which of several amounts are accepted. */
function Money(props: {
  acceptable: ShownPayment['acceptable']
  left: readonly string[]
  onLeft: (left: readonly string[]) => void
}): VNode {
  const { acceptable, left, onLeft } = props
  return (
    <fieldset>
      <legend class="field-title">{money.onePayment.settle.money}</legend>
      {acceptable.map(({ name, amount }) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={!left.includes(name)}
            onChange={({ currentTarget }) =>
              onLeft(currentTarget.checked ? left.filter((each) => each !== name) : [...left, name])
            }
          />
          <span>{amount}</span>
        </label>
      ))}
    </fieldset>
  )
}
