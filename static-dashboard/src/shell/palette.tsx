import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { problemText } from '../problem-text.ts'
import { mode, navigate } from '../router.ts'
import { text } from '../texts/text.ts'
import { type Entry, pageEntries, resultEntries } from './palette-entries.ts'
import { useSearch } from './use-search.ts'

/** Goes to any page, and to whatever the service finds. */
export function Palette({ onClose }: { onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [opensFirst, setOpensFirst] = useState(false)
  const { results, isSearching, failure } = useSearch(query)
  useEffect(() => dialog.current?.showModal(), [])
  const all = [...pageEntries(mode.value, query), ...resultEntries(mode.value, results)]
  const current = all[Math.min(at, all.length - 1)]
  const open = (entry: Entry | undefined) => {
    // Who pastes something and presses Enter at once wants what is about to be found.
    setOpensFirst(!entry && isSearching)
    if (!entry) return
    onClose()
    navigate(entry.path)
  }
  useEffect(() => {
    if (opensFirst && !isSearching) open(current)
  }, [opensFirst, isSearching])
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
            setOpensFirst(false)
          }}
          onKeyDown={onKeyDown}
          {...(current && { 'aria-activedescendant': current.id })}
        />
        <button type="button" class="escape" onClick={onClose}>
          {text.palette.close}
        </button>
      </div>
      <Entries entries={all} current={current} onOpen={open} />
      <div role="status">
        {isSearching && <p class="none">{text.palette.searching}</p>}
        {failure && <p class="none">{problemText(failure)}</p>}
        {!isSearching && !failure && all.length === 0 && (
          <p class="none">
            <b>{text.palette.none}</b>
            {text.palette.noneText}
          </p>
        )}
      </div>
      <p class="keys">{text.palette.keys}</p>
    </dialog>
  )
}

function Entries(props: {
  entries: readonly Entry[]
  current: Entry | undefined
  onOpen: (entry: Entry) => void
}): VNode {
  return (
    <div role="listbox" id="palette-entries" aria-label={text.palette.entries} class="entries">
      {props.entries.map((entry) => (
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
          <span class="title">{entry.title}</span>
          {entry.detail !== null && <span class="detail">{entry.detail}</span>}
          {entry.kind !== null && <span class="kind">{entry.kind}</span>}
        </div>
      ))}
    </div>
  )
}
