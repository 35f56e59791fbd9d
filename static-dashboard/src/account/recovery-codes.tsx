import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Notice } from '../parts/status.tsx'
import { text } from '../texts/text.ts'

/** Codes for when a device is lost. They are shown once, so the way on needs a tick. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }): VNode {
  const { codes, onDone } = props
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (isKept) return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [isKept])
  return (
    <div class="stack">
      <Notice tone="warn" title={text.recovery.title}>
        {text.recovery.text}
      </Notice>
      <ol class="recovery">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="actions">
        <CopyButton value={codes.join('\n')} label={text.recovery.copy} />
        <a
          class="button soft"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          download="quittance-recovery-codes.txt"
        >
          {text.recovery.download}
        </a>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ currentTarget }) => setKept(currentTarget.checked)}
        />
        {text.recovery.kept}
      </label>
      <div class="go">
        <span />
        <Button
          kind="primary"
          reason={isKept ? undefined : text.recovery.keepFirst}
          onClick={onDone}
        >
          {text.recovery.next}
        </Button>
      </div>
    </div>
  )
}

/** A reload would lose the codes, so the browser asks whether to leave. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
