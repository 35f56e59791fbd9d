import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { text } from '../../texts/text.ts'
import { FirstAddress } from './first-address-line.tsx'

/** The words, hidden until the operator says that nobody is watching. They can't be copied. */
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
            <p>{text.wallet.alone}</p>
            <Button icon="eye" onClick={() => setShown(true)}>
              {text.wallet.show}
            </Button>
          </div>
        )}
      </div>
      <ul class="advice">
        <li>
          <Icon name="eye" />
          <span>
            <b>{text.wallet.once}</b> {text.wallet.onceText}
          </span>
        </li>
        <li>
          <Icon name="list" />
          <span>
            <b>{text.wallet.paper}</b> {text.wallet.paperText}
          </span>
        </li>
      </ul>
      <FirstAddress words={words} />
      <div class="go">
        <p class="quiet">{text.wallet.next}</p>
        <Button
          kind="primary"
          reason={isShown ? undefined : text.wallet.showFirst}
          onClick={onWritten}
        >
          {text.wallet.written}
        </Button>
      </div>
    </>
  )
}
