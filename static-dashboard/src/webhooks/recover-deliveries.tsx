import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { counted } from '../format.ts'
import { now } from '../now.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { useSubmit } from '../service/use-submit.ts'
import { tools } from '../texts/tools/tools.ts'

type Props = {
  endpointId: string
  /** Since when something was missed, if that is known. */
  since: string | null
  onClose: () => void
}

const dayMs = 86_400_000
const limit = 250

/** Sends again what failed since a time, in parts if it is much. */
export function RecoverDeliveries({ endpointId, since, onClose }: Props): VNode {
  const [typed, setTyped] = useState(() => localTime(since ?? new Date(Date.now() - dayMs)))
  const [isTried, setTried] = useState(false)
  const { submit, isBusy, failure, last } = useSubmit('recover-deliveries')
  const at = new Date(typed)
  const isTime = !Number.isNaN(at.getTime()) && at < now.value
  const send = async () => {
    setTried(true)
    if (!isTime) return
    const done = await submit({ id: endpointId, since: at.toISOString(), limit })
    if (!done) return
    toast(counted(tools.webhooks.recovered, done.replayed))
    if (!done.more) onClose()
  }
  return (
    <FormDialog
      title={tools.webhooks.recoverTitle}
      text={tools.webhooks.recoverText}
      submitLabel={tools.webhooks.replayMany}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TimeField
        value={typed}
        error={isTried && !isTime ? tools.webhooks.sinceShape : undefined}
        onValue={setTyped}
      />
      {last?.more && <Notice tone="info" title={tools.webhooks.recoveredMore} />}
    </FormDialog>
  )
}

type TimeFieldProps = {
  value: string
  error: string | undefined
  onValue: (value: string) => void
}

function TimeField({ value, error, onValue }: TimeFieldProps): VNode {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{tools.webhooks.since}</label>
      <span class="control">
        <input
          id={id}
          type="datetime-local"
          value={value}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      </span>
      {error !== undefined && (
        <p class="note bad" id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The format of the browser's field for a time: local, to the minute. */
function localTime(at: string | Date): string {
  const date = new Date(at)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
