import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { text } from '../texts/text.ts'
import { useFieldProblem } from './form-fields.ts'

type Labelled = {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  /** Why the form can't be sent with the value; shown to anybody who tries. */
  problem?: string | undefined
  /** The service's name of it: the service's errors about it are shown here. */
  name?: string
  /** The maximum number of characters that the service accepts. */
  most?: number
}

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function Frame({
  label,
  hint,
  children,
  ...checked
}: Labelled & { value: string; children: (control: Described) => VNode }): VNode {
  const id = useId()
  const error = useError(id, checked)
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`]
  const notes = [...(error === undefined ? [] : [errorId]), ...(hint === undefined ? [] : [hintId])]
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {error !== undefined && (
        <p class="note bad" id={errorId}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p class="note" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

type Checked = Pick<Labelled, 'error' | 'problem' | 'name' | 'most'> & { value: string }

function useError(id: string, { error, problem, name, most, value }: Checked): string | undefined {
  const isLong = most !== undefined && value.length > most
  const tooLong = isLong ? fill(text.problems.tooLong, { count: most }) : undefined
  const found = useFieldProblem(id, { problem: tooLong ?? problem, name })
  return tooLong ?? error ?? found
}

type Value = { value: string; onValue: (value: string) => void }

type FieldProps = Labelled &
  Value & {
    isPassword?: boolean
    autocomplete?: string
    inputMode?: 'numeric' | 'decimal' | 'email' | 'url'
    placeholder?: string
    autofocus?: boolean
    minLength?: number
    maxLength?: number
    suffix?: ComponentChildren
  }

export function Field(props: FieldProps): VNode {
  const { label, hint, error, problem, name, most, ...rest } = props
  const { onValue, suffix, isPassword = false, ...input } = rest
  const checked = { error, problem, ...(name && { name }), ...(most && { most }) }
  const [isHidden, setHidden] = useState(isPassword)
  const element = useRef<HTMLInputElement>(null)
  // The attribute alone counts only while the page loads, and when a dialog opens.
  useEffect(() => {
    if (input.autofocus) element.current?.focus()
  }, [])
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    onValue(currentTarget.value)
  const shared = { ref: element, ...input, onInput }
  return (
    <Frame label={label} hint={hint} value={props.value} {...checked}>
      {(control) => (
        <span class="control">
          {isHidden ? (
            <input type="password" {...shared} {...control} />
          ) : (
            <input type="text" spellcheck={false} {...shared} {...control} />
          )}
          {isPassword && (
            <Reveal label={label} isShown={!isHidden} onToggle={() => setHidden(!isHidden)} />
          )}
          {suffix && <span class="suffix">{suffix}</span>}
        </span>
      )}
    </Frame>
  )
}

function Reveal(props: { label: string; isShown: boolean; onToggle: () => void }): VNode {
  return (
    <button type="button" class="reveal" onClick={props.onToggle}>
      {props.isShown ? text.hide : text.show} <span class="visually-hidden">{props.label}</span>
    </button>
  )
}

type AreaProps = Labelled & Value & { rows?: number; maxLength?: number; placeholder?: string }

export function AreaField({ label, hint, onValue, rows = 3, ...rest }: AreaProps): VNode {
  const { error, problem, name, most, ...area } = rest
  const checked = { error, problem, ...(name && { name }), ...(most && { most }) }
  return (
    <Frame label={label} hint={hint} value={area.value} {...checked}>
      {(control) => (
        <span class="control">
          <textarea
            rows={rows}
            spellcheck={false}
            autocomplete="off"
            {...area}
            {...control}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
        </span>
      )}
    </Frame>
  )
}

type SelectProps = Labelled & Value & { options: readonly { value: string; label: string }[] }

export function SelectField({ label, hint, error, options, value, onValue }: SelectProps): VNode {
  return (
    <Frame label={label} hint={hint} error={error} value={value}>
      {(control) => (
        <span class="control">
          <select
            {...control}
            value={value}
            onChange={({ currentTarget }) => onValue(currentTarget.value)}
          >
            {options.map(({ value: each, label: words }) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </span>
      )}
    </Frame>
  )
}

export function Switch(props: {
  label: ComponentChildren
  hint?: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}): VNode {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.checked}
        aria-checked={props.checked}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />
      <span>
        {props.label}
        {props.hint && <small>{props.hint}</small>}
      </span>
    </label>
  )
}
