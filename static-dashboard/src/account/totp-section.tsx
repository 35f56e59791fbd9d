import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { appFactor } from '../../../shared/admin/operators/rules/proof.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { problemText } from '../problem-text.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { AddTotp } from './add-totp.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StolenDevice } from './stolen-device.tsx'

type Props = { addedAt: string | null; onChanged: () => void }

export function TotpSection({ addedAt, onChanged }: Props): VNode {
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const { submit, isBusy, failure } = useSubmit('disable-totp')
  const remove = () => void submit({}).then((done) => done && onChanged())
  const added = (recoveryCodes: readonly string[]) => {
    setAdding(false)
    setCodes(recoveryCodes)
    onChanged()
  }
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
  if (isAdding) return <AddTotp onDone={added} onBack={() => setAdding(false)} />
  return (
    <div class="stack">
      {addedAt ? (
        <p>
          <Status tone="ok">{text.account.totpOn}</Status>{' '}
          <span class="quiet">
            <Time at={addedAt} />
          </span>
        </p>
      ) : (
        <p class="quiet">{text.secondFactor.totpText}</p>
      )}
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      <div class="actions">
        {addedAt && (
          <Button busy={isBusy && text.working} onClick={remove}>
            {text.people.remove}
          </Button>
        )}
        <Button onClick={() => setAdding(true)}>
          {addedAt ? text.account.replaceApp : text.secondFactor.totpAdd}
        </Button>
        {addedAt && <StolenDevice factor={appFactor} onStopped={onChanged} />}
      </div>
    </div>
  )
}
