import type { ComponentChildren, VNode } from 'preact'
import { useId } from 'preact/hooks'

type Labelled = {
  label: string
  hint?: ComponentChildren
  /** What is wrong with the value. */
  error?: string | undefined
}

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** A label above a control, with its hint and what is wrong below. */
function Frame({
  label,
  hint,
  error,
  children,
}: Labelled & { children: (control: Described) => VNode }): VNode {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(hasNote && { 'aria-describedby': noteId }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {hasNote && (
        <p class={error === undefined ? 'note' : 'note bad'} id={noteId}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

type Value = { value: string; onValue: (value: string) => void }

type FieldProps = Labelled &
  Value & {
    isPassword?: boolean
    /** What browsers and password managers may fill in. */
    autocomplete?: string
    /** The keyboard of a phone. */
    inputMode?: 'numeric' | 'decimal' | 'email' | 'url'
    placeholder?: string
    autofocus?: boolean
    minLength?: number
    maxLength?: number
    /** What stands behind the value, such as a unit. */
    suffix?: string
  }

export function Field(props: FieldProps): VNode {
  const { label, hint, error, onValue, suffix, isPassword = false, ...input } = props
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    onValue(currentTarget.value)
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => (
        <span class="control">
          {isPassword ? (
            <input type="password" {...input} {...control} onInput={onInput} />
          ) : (
            <input type="text" spellcheck={false} {...input} {...control} onInput={onInput} />
          )}
          {suffix && <span class="suffix">{suffix}</span>}
        </span>
      )}
    </Frame>
  )
}

type AreaProps = Labelled & Value & { rows?: number; maxLength?: number }

/** A field for several lines. */
export function AreaField({ label, hint, error, onValue, rows = 3, ...area }: AreaProps): VNode {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => (
        <span class="control">
          <textarea
            rows={rows}
            {...area}
            {...control}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
        </span>
      )}
    </Frame>
  )
}

type Option = { value: string; label: string }

type SelectProps = Labelled & Value & { options: readonly Option[] }

export function SelectField({ label, hint, error, options, value, onValue }: SelectProps): VNode {
  return (
    <Frame label={label} hint={hint} error={error}>
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

/** On or off, with what it means beside it. */
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
