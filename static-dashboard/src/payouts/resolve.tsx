import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Field, SelectField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { hrefOf, mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { money } from '../texts/money/money.ts'
import type { Unmatched } from './unmatched.ts'
import { type Decision, useResolve } from './use-resolve.ts'

type Props = { unmatched: Unmatched; onClose: () => void }

/** Decides about unmatched money: it counts as the payment, is swept, or is taken off the list. */
export function Resolve({ unmatched, onClose }: Props): VNode {
  const words = money.payouts
  const decisions = decisionsFor(unmatched)
  const paymentPath = `/${mode.value}/payments/${unmatched.sessionId}`
  const [decision, setDecision] = useState<Decision>(decisions[0] ?? 'dismiss')
  const [note, setNote] = useState('')
  const [gasCap, setGasCap] = useState('')
  const { resolve, isBusy, failure } = useResolve(unmatched)
  const send = async () => {
    const done = await resolve(decision, { note: note.trim(), gasCap: gasCap.trim() })
    if (done === undefined) return
    toast(done)
    onClose()
  }
  return (
    <FormDialog
      title={fill(words.resolveTitle, { amount: unmatched.amount })}
      text={unmatched.why}
      submitLabel={words.resolve}
      isBusy={isBusy}
      failure={failure}
      reason={decision === 'dismiss' ? undefined : ownersOnly()}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>
        <a href={hrefOf(paymentPath)}>{words.openIt}</a>
        {unmatched.isRefundable && (
          <>
            {' · '}
            <a href={hrefOf(`${paymentPath}?refund=${encodeURIComponent(unmatched.id)}`)}>
              {words.refund}
            </a>
          </>
        )}
      </p>
      <SelectField
        label={words.decision}
        hint={hintOf(decision)}
        options={decisions.map((value) => ({ value, label: labelOf(value) }))}
        value={decision}
        onValue={(value) => setDecision(decisions.find((each) => each === value) ?? 'dismiss')}
      />
      {decision === 'sweep' ? (
        <GasCap value={gasCap} onValue={setGasCap} />
      ) : (
        <Note value={note} onValue={setNote} />
      )}
    </FormDialog>
  )
}

type Given = { value: string; onValue: (value: string) => void }

function GasCap(given: Given): VNode {
  const { gasCap, gasCapHint, gasCapMissing } = money.payouts
  return (
    <Field
      label={gasCap}
      hint={gasCapHint}
      inputMode="decimal"
      autocomplete="off"
      name="gasCap"
      problem={given.value.trim() === '' ? gasCapMissing : undefined}
      {...given}
    />
  )
}

function Note(given: Given): VNode {
  const { note, noteHint, noteMissing } = money.payouts
  return (
    <Field
      label={note}
      hint={noteHint}
      autocomplete="off"
      maxLength={1000}
      name="note"
      problem={given.value.trim() === '' ? noteMissing : undefined}
      {...given}
    />
  )
}

function decisionsFor({ isAcceptable, unlisted }: Unmatched): Decision[] {
  return [
    ...(isAcceptable ? ['accept' as const] : []),
    'dismiss',
    ...(unlisted ? ['sweep' as const] : []),
  ]
}

function labelOf(decision: Decision): string {
  const { accept, dismiss, sweepIt } = money.payouts
  return { accept, dismiss, sweep: sweepIt }[decision]
}

function hintOf(decision: Decision): string {
  const { acceptHint, dismissHint, sweepItHint } = money.payouts
  return { accept: acceptHint, dismiss: dismissHint, sweep: sweepItHint }[decision]
}
