import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { intake, newPaymentsIn } from '../shell/intake.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { SettingsProps } from './settings.ts'

/** Whether customers can begin payments. What a restore has stopped is not started here: the service refuses that. */
export function IntakeForm({ settings: { acceptNewPayments }, onSaved }: SettingsProps): VNode {
  const words = instance.settings
  const [isAsking, setAsking] = useState(false)
  const { submit, isBusy, failure } = useSubmit('change-settings')
  const isRestoring = newPaymentsIn(mode.value) === 'restoring'
  const accept = async (isAccepted: boolean) => {
    const of = mode.value
    if (!(await submit({ mode: of, values: { acceptNewPayments: isAccepted } }))) return
    if (!isRestoring) intake.value = { mode: of, newPayments: isAccepted ? 'accepted' : 'paused' }
    setAsking(false)
    toast(text.saved)
    await onSaved()
  }
  if (!acceptNewPayments) {
    return (
      <Notice
        tone="warn"
        title={words.intakePaused}
        action={
          <Button
            reason={ownersOnly()}
            busy={isBusy && text.working}
            onClick={() => void accept(true)}
          >
            {words.intakeResume}
          </Button>
        }
      >
        {failure && failure.kind !== 'cancelled' ? problemText(failure) : words.intakeContinues}
      </Notice>
    )
  }
  return (
    <div class="stack">
      <p class="quiet">{isRestoring ? text.shell.newPayments.restoring : words.intakeOpen}</p>
      <Button reason={ownersOnly()} onClick={() => setAsking(true)}>
        {words.intakePause}
      </Button>
      {isAsking && (
        <FormDialog
          title={fill(words.intakePauseTitle, { mode: text.modes[mode.value] })}
          text={`${words.intakeStops} ${words.intakeContinues}`}
          submitLabel={words.intakePause}
          isBusy={isBusy}
          failure={failure}
          onSubmit={() => void accept(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
