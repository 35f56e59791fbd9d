import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { setup } from '../../texts/setup/setup.ts'
import { FirstAddress } from './first-address-line.tsx'

/** The words, hidden until the operator confirms that nobody is watching. They can't be copied. */
export function NewWords(props: { words: readonly string[]; onWritten: () => void }): VNode {
  const { words, onWritten } = props
  const [isShown, setShown] = useState(false)
  return (
    <>
      <div class="words-box">
        <ol class={isShown ? 'words' : 'words covered'} aria-hidden={!isShown}>
          {words.map((word, index) => (
            <li key={`${index}${word}`}>
              <span>{index + 1}</span> {isShown ? word : '••••••'}
            </li>
          ))}
        </ol>
        {!isShown && (
          <div class="cover">
            <p>{setup.wallet.alone}</p>
            <Button icon="eye" onClick={() => setShown(true)}>
              {setup.wallet.show}
            </Button>
          </div>
        )}
      </div>
      <ul class="advice">
        <li>
          <Icon name="eye" />
          <span>
            <b>{setup.wallet.once}</b> {setup.wallet.onceText}
          </span>
        </li>
        <li>
          <Icon name="list" />
          <span>
            <b>{setup.wallet.paper}</b> {setup.wallet.paperText}
          </span>
        </li>
      </ul>
      <FirstAddress words={words} />
      <div class="go">
        <p class="quiet">{setup.wallet.next}</p>
        <Button
          kind="primary"
          reason={isShown ? undefined : setup.wallet.showFirst}
          onClick={onWritten}
        >
          {setup.wallet.written}
        </Button>
      </div>
    </>
  )
}
