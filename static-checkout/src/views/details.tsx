import type { TargetedSubmitEvent, VNode } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { SubmitDetailsBody } from '../../../shared/merchant/checkout/wire/checkout.ts'
import type { DetailsField, DetailsStep } from '../customer-steps.ts'
import { type Draft, keepDraft, readDraft } from '../draft.ts'
import { CancelLink } from '../parts/cancel-link.tsx'
import { DetailField } from '../parts/detail-field.tsx'
import { StepHead } from '../parts/step-head.tsx'
import { text } from '../texts/text.ts'
import type { ViewProps } from '../view-props.ts'

const emailHints = {
  type: 'email',
  inputMode: 'email',
  autocomplete: 'email',
  autocapitalize: 'none',
  spellcheck: false,
  required: true,
} as const

/** The lengths are those of the API, and the browser enforces them. */
const optionalFields = [
  ['name', { autocomplete: 'name', maxLength: 200 }],
  ['phone', { type: 'tel', inputMode: 'tel', autocomplete: 'tel', maxLength: 50 }],
  ['country', { autocomplete: 'country-name', maxLength: 100 }],
  ['region', { autocomplete: 'address-level1', maxLength: 100 }],
  ['postcode', { autocomplete: 'postal-code', maxLength: 20 }],
  ['notes', { rows: 2, autocomplete: 'off', maxLength: 1000 }],
] as const

export function DetailsView({ view, state, actions }: ViewProps): VNode {
  const { details } = state.steps
  const isSent = details.kind === 'sent'
  const form = useInvalidFocus(details)
  const invalid = (name: DetailsField) => details.kind === 'invalid' && details.field === name
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSent) actions.submitDetails(readDetails(event.currentTarget))
  }
  const draft = useMemo(readDraft, [])
  return (
    <form
      class="body"
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget }) => keepDraft({ ...draft, ...readDetails(currentTarget) })}
      ref={form}
    >
      <StepHead
        view={view}
        state={state}
        headline={text.details.headline}
        body={text.details.body}
      />
      <DetailField
        name="email"
        isInvalid={invalid('email')}
        hints={{ ...emailHints, defaultValue: draft.email ?? '' }}
      />
      {!state.steps.isChangingDetails && <OptionalFields draft={draft} invalid={invalid} />}
      {details.kind === 'failed' && (
        <p class="note note-bad">{text.details.failed[details.rejection]}</p>
      )}
      <button type="submit" class="button primary" aria-disabled={isSent}>
        {isSent ? text.details.sent : text.details.continue}
      </button>
      <div class="foot">
        <CancelLink view={view} />
      </div>
    </form>
  )
}

type OptionalProps = { draft: Draft; invalid: (name: DetailsField) => boolean }

/** Folded. They can't be changed once they are sent. */
function OptionalFields({ draft, invalid }: OptionalProps): VNode {
  return (
    <details class="more">
      <summary>{text.details.more}</summary>
      <div class="details-grid">
        {optionalFields.map(([name, hints]) => (
          <DetailField
            key={name}
            name={name}
            isInvalid={invalid(name)}
            hints={{ ...hints, defaultValue: draft[name] ?? '' }}
          />
        ))}
      </div>
    </details>
  )
}

function readDetails(form: HTMLFormElement): SubmitDetailsBody {
  const values = new FormData(form)
  const read = (name: DetailsField) => `${values.get(name) ?? ''}`.trim()
  const filledIn = optionalFields.flatMap(([name]) => (read(name) ? [[name, read(name)]] : []))
  return { ...Object.fromEntries(filledIn), email: read('email') }
}

/** Focuses the invalid field, and expands the optional fields if it is one of them. */
function useInvalidFocus(details: DetailsStep) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (details.kind !== 'invalid') return
    const field = form.current?.elements.namedItem(details.field)
    if (!(field instanceof HTMLElement)) return
    field.closest('details')?.setAttribute('open', '')
    field.focus()
  }, [details])
  return form
}
