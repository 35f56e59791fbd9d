import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { text } from '../texts/text.ts'

/** A key that nobody can show again, so it is closed only by who says that they have it. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }): VNode {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      title={text.keys.newTitle}
      text={text.keys.newLead}
      onClose={() => {
        if (isKept) onClose()
      }}
    >
      <code class="secret">{apiKey}</code>
      <div class="form">
        <div>
          <CopyButton value={apiKey} label={text.keys.copy} />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
          />
          {text.keys.kept}
        </label>
        <div class="go">
          <span />
          <Button
            kind="primary"
            reason={isKept ? undefined : text.keys.keepFirst}
            onClick={onClose}
          >
            {text.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
