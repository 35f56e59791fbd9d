import type { TargetedSubmitEvent, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type {
  AddressProblem,
  AddressWarning,
  ClaimOutcome,
  ClaimView,
} from '../../../shared/money/refunds/wire/claim.ts'
import { GroupedAddress } from '../../../static-ui/grouped-address.tsx'
import { formatAmount } from '../format.ts'
import { Headline } from '../parts/headline.tsx'
import type { Result } from '../request.ts'
import { refundText } from '../texts/refund/refund-text.ts'
import { locale, text } from '../texts/text.ts'
import { type Link, sendAddress } from './refund-api.ts'

type Failure = AddressProblem | 'busy' | 'failed'

type Step =
  | { kind: 'typing'; failure: Failure | null }
  | {
      kind: 'looking'
      address: string
      warnings: readonly AddressWarning[]
      failure: Failure | null
    }

type Props = {
  link: Link
  view: ClaimView
  show: (view: ClaimView) => void
  reload: () => void
}

/** The address is checked first, looked at a second time, and final then. */
export function AddressForm({ link, view, show, reload }: Props): VNode {
  const [step, setStep] = useState<Step>({ kind: 'typing', failure: null })
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (address: string, isFinal: boolean) => {
    if (isBusy) return
    setBusy(true)
    const result = await sendAddress(link, { address, isFinal })
    setBusy(false)
    if (result.kind === 'ok' && result.body.kind === 'given') return show(result.body.view)
    if (result.kind === 'rejected' && result.code === 'state_changed') return reload()
    setStep(stepAfter(result, step))
  }
  const amount = formatAmount({ formatted: view.amount }, view)
  if (step.kind === 'looking') {
    return (
      <SecondLook
        view={view}
        step={step}
        amount={amount}
        isBusy={isBusy}
        confirm={() => void send(step.address, true)}
        change={() => setStep({ kind: 'typing', failure: null })}
      />
    )
  }
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(typed.trim(), false)
  }
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  return (
    <form class="body" noValidate onSubmit={submit}>
      <div class="step-head">
        <h1>{fill(refundText.headline, { amount })}</h1>
        <p>{fill(refundText.body, { chain: view.chainName })}</p>
      </div>
      <AddressField view={view} failure={step.failure} typed={typed} type={setTyped} />
      <p class="note">{fill(refundText.exchange, { asset: view.asset, chain: view.chainName })}</p>
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {isBusy ? refundText.checking : refundText.check}
      </button>
      <p class="note">{fill(refundText.until, { date: until.format(new Date(view.expiresAt)) })}</p>
    </form>
  )
}

function stepAfter(result: Result<ClaimOutcome>, step: Step): Step {
  if (result.kind !== 'ok' || result.body.kind === 'given') {
    const isBusy = result.kind === 'rejected' && result.code === 'rate_limit_exceeded'
    return { ...step, failure: isBusy ? 'busy' : 'failed' }
  }
  if (result.body.kind === 'refused') return { kind: 'typing', failure: result.body.problem }
  const { address, warnings } = result.body
  return { kind: 'looking', address, warnings, failure: null }
}

type FieldProps = {
  view: ClaimView
  failure: Failure | null
  typed: string
  type: (text: string) => void
}

function AddressField({ view, failure, typed, type }: FieldProps): VNode {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure !== null) field.current?.focus()
  }, [failure])
  return (
    <div class="detail">
      <label for="address">{fill(refundText.address, { chain: view.chainName })}</label>
      <input
        id="address"
        name="address"
        ref={field}
        dir="ltr"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        aria-describedby="address-note"
        {...(failure !== null && { 'aria-invalid': true })}
      />
      <p class={failure === null ? 'note' : 'note note-bad'} id="address-note" role="status">
        {failure === null ? refundText.hint : failureText(failure)}
      </p>
    </div>
  )
}

type LookProps = {
  view: ClaimView
  step: Extract<Step, { kind: 'looking' }>
  amount: string
  isBusy: boolean
  confirm: () => void
  change: () => void
}

function SecondLook({ view, step, amount, isBusy, confirm, change }: LookProps): VNode {
  const { chainName: chain } = view
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => screen.current?.querySelector('h1')?.focus(), [])
  return (
    <div class="body" ref={screen}>
      <Headline tone="info" headline={refundText.look.headline}>
        {fill(refundText.look.body, { amount, chain })}
      </Headline>
      <p class="checked-address" dir="ltr">
        <GroupedAddress address={step.address} />
      </p>
      {step.warnings.length > 0 && (
        <p class="note note-bad">{fill(refundText.look.warning, { chain })}</p>
      )}
      {step.failure !== null && <p class="note note-bad">{failureText(step.failure)}</p>}
      <button type="button" class="button primary" aria-disabled={isBusy} onClick={confirm}>
        {isBusy ? refundText.checking : refundText.look.confirm}
      </button>
      <button type="button" class="button secondary" onClick={change}>
        {refundText.look.change}
      </button>
    </div>
  )
}

function failureText(failure: Failure): string {
  if (failure === 'busy') return text.details.failed.busy
  return failure === 'failed' ? refundText.failed : refundText.problems[failure]
}
