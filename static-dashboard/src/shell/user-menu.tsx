import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { initialsOf } from '../format.ts'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/status.tsx'
import { useDismissal } from '../parts/use-dismissal.ts'
import { problemText } from '../problem-text.ts'
import { hrefOf } from '../router.ts'
import type { Failure } from '../service/result.ts'
import { signOut } from '../service/visit.ts'
import { visit } from '../service/visit-state.ts'
import { languages } from '../texts/languages.ts'
import { language, switchLanguage, text } from '../texts/text.ts'
import { switchTheme, theme, themes } from '../theme.ts'

export function UserMenu(): VNode | null {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useDismissal(isOpen, frame, () => setOpen(false))

  const operator = visit.value?.operator
  if (!operator) return null
  const name = operator.name || operator.email
  return (
    <div class="who" ref={frame}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="face" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span class="name">
          {name}
          <small>{text.roles[operator.role]}</small>
        </span>
      </button>
      {isOpen && <MenuPanel onLeave={() => setOpen(false)} />}
    </div>
  )
}

function MenuPanel({ onLeave }: { onLeave: () => void }): VNode {
  const [failure, setFailure] = useState<Failure>()
  const leave = async () => {
    setFailure(undefined)
    const result = await signOut()
    if (result.kind !== 'ok') setFailure(result)
  }
  return (
    <div class="menu">
      <a href={hrefOf('/settings/account')} onClick={onLeave}>
        <Icon name="person" />
        {text.shell.account}
      </a>
      <label>
        {text.shell.appearance}
        <select
          value={theme.value}
          onChange={({ currentTarget: { value } }) => {
            const next = themes.find((each) => each === value)
            if (next) switchTheme(next)
          }}
        >
          {themes.map((each) => (
            <option key={each} value={each}>
              {text.themes[each]}
            </option>
          ))}
        </select>
      </label>
      <LanguageChoice />
      <button type="button" onClick={() => void leave()}>
        <Icon name="out" />
        {text.shell.signOut}
      </button>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
    </div>
  )
}

export function LanguageChoice(): VNode {
  return (
    <label>
      {text.shell.language}
      <select
        value={language}
        onChange={({ currentTarget }) => switchLanguage(currentTarget.value)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
