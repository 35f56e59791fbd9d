import type { VNode } from 'preact'
import { languages } from '../texts/languages.ts'
import { language, switchLanguage, text } from '../texts/text.ts'

const codes = Object.entries(languages)

/** Switches the language of the page. `onSwitch` renders everything again, in the new one. */
export function LanguageMenu({ onSwitch }: { onSwitch: () => void }): VNode {
  return (
    <label class="language">
      <span class="visually-hidden">{text.language}</span>
      <select
        value={language}
        onChange={({ currentTarget }) => void switchLanguage(currentTarget.value).then(onSwitch)}
      >
        {codes.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
