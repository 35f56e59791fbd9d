import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Check } from '../parts/check.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Form } from '../parts/form.tsx'
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
    <Form
      submitLabel={text.recovery.next}
      isBusy={false}
      reason={isKept ? undefined : text.recovery.keepFirst}
      onSubmit={onDone}
    >
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
      <Check checked={isKept} onChange={setKept}>
        {text.recovery.kept}
      </Check>
    </Form>
  )
}

/** A reload would lose the codes, so the browser asks whether to leave. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
