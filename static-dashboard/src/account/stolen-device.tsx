import type { VNode } from 'preact'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { useSubmit } from '../service/use-submit.ts'
import { loadVisit } from '../service/visit.ts'
import { text } from '../texts/text.ts'

/** Stops a factor at once, also the only one, if another one or a recovery code confirms that. */
export function StolenDevice(props: { factor: string; onStopped: () => void }): VNode {
  const { submit, isBusy, failure } = useSubmit('stop-factor')
  const stop = async () => {
    if (!(await submit({ factor: props.factor }))) return
    toast(text.account.factorStopped)
    await loadVisit()
    props.onStopped()
  }
  return (
    <>
      <Button kind="soft" busy={isBusy && text.working} onClick={() => void stop()}>
        {text.account.stolen}
      </Button>
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
    </>
  )
}
