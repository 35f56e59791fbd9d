import type { VNode } from 'preact'
import type { Check } from '../state.ts'
import { text } from '../text.ts'

/** "I have paid": while it rests it stays focusable, and says what is going on. */
export function CheckButton(props: { label: string; check: Check; onCheck: () => void }): VNode {
  const { label, check, onCheck } = props
  const isResting = check.kind === 'asked'
  return (
    <div class="check">
      <button
        type="button"
        class="button secondary"
        aria-disabled={isResting}
        onClick={() => !isResting && onCheck()}
      >
        {isResting ? text.check.asked : label}
      </button>
      <Outcome check={check} />
    </div>
  )
}

function Outcome({ check }: { check: Check }): VNode | null {
  if (check.kind === 'failed') return <p class="note note-bad">{text.check.failed}</p>
  const isAnswered = check.kind === 'asked' && check.answered
  return isAnswered ? <p class="note">{text.check.nothing}</p> : null
}
