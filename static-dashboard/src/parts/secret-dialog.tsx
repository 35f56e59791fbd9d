import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../texts/text.ts'
import { Check } from './check.tsx'
import { CopyButton } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

type Words = { title: string; lead: string; copy: string; kept: string; keepFirst: string }

/** A secret that nobody can show again, so closing it needs a confirmation that the operator has it. */
export function SecretDialog(props: { secret: string; words: Words; onClose: () => void }): VNode {
  const { secret, words, onClose } = props
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      title={words.title}
      text={words.lead}
      onClose={() => {
        if (isKept) onClose()
      }}
    >
      <code class="secret">{secret}</code>
      <Form
        submitLabel={text.done}
        isBusy={false}
        reason={isKept ? undefined : words.keepFirst}
        onSubmit={onClose}
      >
        <div>
          <CopyButton value={secret} label={words.copy} />
        </div>
        <Check checked={isKept} onChange={setKept}>
          {words.kept}
        </Check>
      </Form>
    </Dialog>
  )
}
