import type { VNode } from 'preact'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { Account } from './account.ts'
import { deviceName } from './device-name.ts'

type Props = { signIns: Account['signIns']; onChanged: () => void }

export function SignInList({ signIns, onChanged }: Props): VNode {
  const { submit, isBusy, failure } = useSubmit('end-sign-in')
  const end = (id: string) => void submit({ id }).then((done) => done && onChanged())
  return (
    <div class="stack">
      <ul class="rows">
        {signIns.map(({ id, isThis, startedAt, lastSeenAt, address, userAgent }) => (
          <li key={id}>
            <div>
              <h3>
                {deviceName(userAgent)}
                {isThis && <span class="tag">{text.account.thisOne}</span>}
              </h3>
              <p>
                {address} · {text.account.started} <Time at={startedAt} /> · {text.people.seen}{' '}
                <Time at={lastSeenAt} />
              </p>
            </div>
            {!isThis && (
              <Button kind="soft" onClick={() => end(id)}>
                {text.account.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      {signIns.length > 1 && (
        <Button busy={isBusy && text.working} onClick={() => end('others')}>
          {text.account.endOthers}
        </Button>
      )}
    </div>
  )
}
