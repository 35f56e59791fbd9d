import type { VNode } from 'preact'
import type { Check } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'

/** "I have paid". While a check is in progress, the button stays focusable and shows that. */
export function CheckButton(props: { label: string; check: Check; onCheck: () => void }): VNode {
  const { label, check, onCheck } = props
  const isChecking = check.kind === 'requested'
  return (
    <div class="check">
      <button
        type="button"
        class="button secondary"
        aria-disabled={isChecking}
        onClick={() => !isChecking && onCheck()}
      >
        {isChecking ? payText.check.checking : label}
      </button>
      <Outcome check={check} />
    </div>
  )
}

function Outcome({ check }: { check: Check }): VNode | null {
  if (check.kind === 'failed') return <p class="note note-bad">{payText.check.failed}</p>
  const isCompleted = check.kind === 'requested' && check.completed
  return isCompleted ? <p class="note">{payText.check.nothing}</p> : null
}
