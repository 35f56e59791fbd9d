import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/call.ts'
import { addPasskey } from '../service/passkeys.ts'
import { text } from '../texts/text.ts'

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

const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'CrOS', 'Linux'] as const
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', CrOS: 'ChromeOS' }

/** "Chrome, Mac": what a passkey made here is called, until its owner calls it something else. */
function deviceName(userAgent: string): string {
  const parts = [browsers, systems].flatMap((list) => {
    const found = list.find((each) => userAgent.includes(each))
    return found ? [names[found] ?? found] : []
  })
  return parts.join(', ') || 'Passkey'
}
