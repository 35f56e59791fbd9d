import type { VNode } from 'preact'
import { counted } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** How many are left; new ones replace all of them. */
export function CodesSection({ left, onChanged }: { left: number; onChanged: () => void }): VNode {
  const { submit, isBusy, failure, last, clear } = useSubmit('new-recovery-codes')
  if (last) {
    return (
      <RecoveryCodes
        codes={last.recoveryCodes}
        onDone={() => {
          clear()
          onChanged()
        }}
      />
    )
  }
  return (
    <div class="stack">
      <p class="quiet">{counted(text.account.codesLeft, left)}</p>
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      <Button busy={isBusy && text.working} onClick={() => void submit({})}>
        {text.account.newCodes}
      </Button>
    </div>
  )
}
