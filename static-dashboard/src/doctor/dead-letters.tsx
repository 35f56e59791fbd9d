import type { VNode } from 'preact'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { notForViewers } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { FoundRow, wordsOf } from './check-row.tsx'

type Found = Operations['check-health']['output']['checks'][number]

/** Messages that failed for good, and the way to have them tried again. */
export function DeadLetters(props: { check: Found; onChange: () => void }): VNode {
  const { isBusy, failure, submit } = useSubmit('redrive-deliveries')
  const redrive = async () => {
    if (!(await submit({}))) return
    toast(instance.doctor.redriven)
    props.onChange()
  }
  return (
    <FoundRow words={wordsOf(props.check)}>
      <Button
        kind="soft"
        icon="redo"
        busy={isBusy && instance.doctor.checking}
        reason={notForViewers()}
        onClick={() => void redrive()}
      >
        {instance.doctor.redrive}
      </Button>
      {failure && (
        <p class="wide" role="alert">
          {problemText(failure)}
        </p>
      )}
    </FoundRow>
  )
}
