import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { addPasskey } from '../service/passkeys.ts'
import type { Failure } from '../service/result.ts'
import { text } from '../texts/text.ts'
import { deviceName } from './device-name.ts'

/** Makes a passkey on this device. `onDone` gets the recovery codes, if these are the first. */
export function AddPasskey(props: {
  kind?: 'primary' | 'default'
  onDone: (recoveryCodes: readonly string[]) => void
}): VNode {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const add = async () => {
    setAsking(true)
    setFailure(undefined)
    const outcome = await addPasskey(deviceName(navigator.userAgent))
    setAsking(false)
    if (outcome.kind === 'ok') props.onDone(outcome.output.recoveryCodes ?? [])
    else setFailure(outcome)
  }
  return (
    <>
      <Button
        kind={props.kind ?? 'default'}
        busy={isAsking && text.signIn.asking}
        onClick={() => void add()}
      >
        {text.secondFactor.passkeyAdd}
      </Button>
      {failure && (
        <div class="wide">
          <Notice
            tone={failure.kind === 'cancelled' ? 'warn' : 'bad'}
            title={failure.kind === 'cancelled' ? text.secondFactor.notMade : problemText(failure)}
          />
        </div>
      )}
    </>
  )
}
