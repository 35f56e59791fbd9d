import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { hasPasskeys } from '../service/passkeys.ts'
import { text } from '../texts/text.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type State = { stage: 'choose' | 'totp' } | { stage: 'codes'; codes: readonly string[] }

/** A passkey, or codes of an app; with either come recovery codes, shown once. */
export function SecondFactor({ onDone }: { onDone: () => void }): VNode {
  const [state, setState] = useState<State>({ stage: 'choose' })
  const finish = (codes: readonly string[]) => {
    if (codes.length === 0) onDone()
    else setState({ stage: 'codes', codes })
  }
  if (state.stage === 'codes') return <RecoveryCodes codes={state.codes} onDone={onDone} />
  if (state.stage === 'totp') {
    return <AddTotp onDone={finish} onBack={() => setState({ stage: 'choose' })} />
  }
  return (
    <ul class="ways rows">
      {hasPasskeys() && (
        <li class="with-icon">
          <Icon name="passkey" />
          <div>
            <h2>{text.secondFactor.passkey}</h2>
            <p>{text.secondFactor.passkeyText}</p>
          </div>
          <AddPasskey kind="primary" onDone={finish} />
        </li>
      )}
      <li class="with-icon">
        <Icon name="shield" />
        <div>
          <h2>{text.secondFactor.totp}</h2>
          <p>{text.secondFactor.totpText}</p>
        </div>
        <Button onClick={() => setState({ stage: 'totp' })}>{text.secondFactor.totpAdd}</Button>
      </li>
    </ul>
  )
}
