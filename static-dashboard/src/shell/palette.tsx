import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { mode, navigate } from '../router.ts'
import { text } from '../texts/text.ts'
import { type Entry, pageEntries, useFound } from './palette-entries.ts'

/** Goes to any page, and to what an id, address, hash, email or value names. */
export function Palette({ onClose }: { onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const found = useFound(mode.value, query)
  const sections = [
    { title: text.palette.found, entries: found.entries },
    { title: text.palette.pages, entries: pageEntries(mode.value, query) },
  ].filter(({ entries }) => entries.length > 0)
  const all = sections.flatMap(({ entries }) => entries)
  const current = all[Math.min(at, all.length - 1)]
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    navigate(entry.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((all.length + Math.min(at, all.length - 1) + step) % Math.max(all.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(current)
    }
  }
  return (
    <dialog ref={dialog} class="palette" aria-label={text.shell.find} onCancel={onClose}>
      <div class="ask">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-label={text.palette.placeholder}
          placeholder={text.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          {...(current && { 'aria-activedescendant': current.id })}
        />
        <button type="button" class="escape" onClick={onClose}>
          {text.palette.close}
        </button>
      </div>
      <Sections sections={sections} current={current} onOpen={open} />
      {query.trim() !== '' && all.length === 0 && (
        <p class="none">{found.isBusy ? text.palette.searching : text.palette.none}</p>
      )}
      <p class="keys">{text.palette.keys}</p>
    </dialog>
  )
}

type Found = { title: string; entries: readonly Entry[] }

function Sections(props: {
  sections: readonly Found[]
  current: Entry | undefined
  onOpen: (entry: Entry) => void
}): VNode {
  return (
    <div role="listbox" id="palette-entries" aria-label={text.palette.pages} class="entries">
      {props.sections.map(({ title, entries }) => (
        <fieldset key={title} class="entries-group">
          <legend>{title}</legend>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
            <div
              key={entry.id}
              id={entry.id}
              role="option"
              tabIndex={-1}
              aria-selected={entry === props.current}
              onClick={() => props.onOpen(entry)}
            >
              <Icon name={entry.icon} />
              <span>
                {entry.title}
                {entry.detail && <small>{entry.detail}</small>}
              </span>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
