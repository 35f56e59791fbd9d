import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/result.ts'
import { signInAgain } from '../service/visit.ts'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { Notice } from './status.tsx'

type Props = {
  failure: Failure
  title?: string
  /** Whether there is nothing to show instead. */
  isAll: boolean
  onRetry: () => void
}

/** Shows that something could not be loaded, with its name, and what the operator can do about it. */
export function LoadFailure({ failure, title = text.notLoaded, isAll, onRetry }: Props): VNode {
  const isRejected = failure.kind === 'rejected'
  const request = isRejected ? failure.request : undefined
  return (
    <Notice
      tone={isRejected || (isAll && failure.kind !== 'cancelled') ? 'bad' : 'warn'}
      title={title}
      action={
        <div class="actions">
          <Button kind="soft" icon="redo" onClick={onRetry}>
            {text.retry}
          </Button>
          {isAll && isRejected && (
            <Button kind="plain" onClick={() => void signInAgain()}>
              {text.signInAgain}
            </Button>
          )}
        </div>
      }
    >
      {problemText(failure)}
      {request && <small class="request">{fill(text.failedRequest, request)}</small>}
    </Notice>
  )
}
