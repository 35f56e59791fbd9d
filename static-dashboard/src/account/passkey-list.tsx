import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import type { Account } from './account.ts'
import { AddPasskey } from './add-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StolenDevice } from './stolen-device.tsx'

type Props = { passkeys: Account['passkeys']; onChanged: () => void }

export function PasskeyList({ passkeys, onChanged }: Props): VNode {
  const { submit, failure } = useSubmit('remove-passkey')
  const [codes, setCodes] = useState<readonly string[]>([])
  const remove = (id: string) => void submit({ id }).then((done) => done && onChanged())
  const added = (recoveryCodes: readonly string[]) => {
    toast(text.account.passkeyAdded)
    setCodes(recoveryCodes)
    onChanged()
  }
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
  return (
    <div class="stack">
      {passkeys.length === 0 && <p class="quiet">{text.account.noPasskeys}</p>}
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map(({ id, name, domain, isUsable, createdAt, lastUsedAt }) => (
            <li key={id} class="with-icon">
              <Icon name="passkey" />
              <div>
                <h3>
                  {name}
                  {!isUsable && <span class="tag">{domain}</span>}
                </h3>
                <p>
                  {text.keys.created} <Time at={createdAt} />
                  {lastUsedAt && (
                    <>
                      {' · '}
                      {text.account.used} <Time at={lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <StolenDevice factor={id} onStopped={onChanged} />
              <Button kind="soft" onClick={() => remove(id)}>
                {text.people.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      <AddPasskey onDone={added} />
    </div>
  )
}
