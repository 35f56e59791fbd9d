import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { isPlainUrl } from '../../../shared/kernel/plain-url.ts'
import { fill } from '../../../shared/kernel/template.ts'
import { relativeTime } from '../format.ts'
import { now } from '../now.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { Loaded } from '../parts/page.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { Status } from '../parts/status.tsx'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'

type Webhook = NonNullable<Operations['show-instance-webhook']['output']['webhook']>

/** The URL that changes of the instance, of both modes, are sent to besides the mails. Only owners see it. */
export function InstanceWebhookForm(): VNode {
  const reason = ownersOnly()
  return reason === undefined ? <OwnersForm /> : <p class="quiet">{reason}</p>
}

function OwnersForm(): VNode {
  const shown = useQuery('show-instance-webhook', {})
  return (
    <div class="stack">
      <p class="quiet">{instance.settings.alertsLead}</p>
      <Loaded query={shown} rows={1}>
        {({ webhook }) => (
          <>
            {webhook && <State webhook={webhook} />}
            <Address key={webhook?.url} webhook={webhook} onChanged={shown.reload} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function State({ webhook: { failingSince, lastAttemptAt } }: { webhook: Webhook }): VNode {
  if (lastAttemptAt === null) return <Status tone="quiet">{instance.settings.alertsUntried}</Status>
  if (failingSince === null) return <Status tone="ok">{instance.settings.alertsWork}</Status>
  const time = relativeTime(new Date(failingSince), now.value)
  return <Status tone="bad">{fill(instance.settings.alertsFail, { time })}</Status>
}

type Props = { webhook: Webhook | null; onChanged: () => Promise<void> }

/** A new address, or a new secret of the same one, which is then shown once. */
function Address({ webhook, onChanged }: Props): VNode {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [isRemoving, setRemoving] = useState(false)
  const { submit, isBusy, failure, last, clear } = useSubmit('set-instance-webhook')
  const given = url.trim()
  const isSame = given === webhook?.url
  return (
    <>
      <Form
        submitLabel={isSame ? instance.settings.alertsRotate : text.save}
        busyLabel={text.saving}
        isBusy={isBusy}
        failure={failure}
        isUnchanged={given === ''}
        onSubmit={() => void submit({ url: given })}
        aside={
          webhook && (
            <Button kind="plain" onClick={() => setRemoving(true)}>
              {instance.settings.alertsRemove}
            </Button>
          )
        }
      >
        <Field
          label={instance.settings.alertsUrl}
          hint={instance.settings.alertsHint}
          problem={given === '' || isPlainUrl(given) ? undefined : instance.settings.alertsShape}
          name="url"
          inputMode="url"
          placeholder="https://"
          autocomplete="off"
          maxLength={2048}
          value={url}
          onValue={setUrl}
        />
      </Form>
      {last && (
        <SecretDialog
          secret={last.secret}
          words={instance.settings.alertsSecret}
          onClose={() => {
            clear()
            void onChanged()
          }}
        />
      )}
      {isRemoving && <Removal onChanged={onChanged} onClose={() => setRemoving(false)} />}
    </>
  )
}

function Removal(props: { onChanged: () => Promise<void>; onClose: () => void }): VNode {
  return (
    <OperationDialog
      title={instance.settings.alertsRemoveTitle}
      text={instance.settings.alertsRemoveText}
      submitLabel={instance.settings.alertsRemove}
      operation="remove-instance-webhook"
      input={{}}
      said={instance.settings.alertsRemoved}
      onDone={() => {
        props.onClose()
        void props.onChanged()
      }}
      onClose={props.onClose}
    />
  )
}
