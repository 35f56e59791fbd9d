import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { defaultEventTypes } from '../../../shared/records/outbox/rules/event.ts'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { mode } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { EndpointForm } from './endpoint-form.tsx'

/** A new endpoint, whose secret is then shown once. */
export function AddEndpoint(props: { onAdded: (id: string) => void; onClose: () => void }): VNode {
  const { submit, isBusy, failure, last } = useSubmit('add-endpoint')
  if (last) {
    return (
      <SecretDialog
        secret={last.secret}
        words={secretWords()}
        onClose={() => props.onAdded(last.id)}
      />
    )
  }
  return (
    <EndpointForm
      title={fill(tools.webhooks.addTitle, { mode: text.modes[mode.value] })}
      submitLabel={tools.webhooks.add}
      start={{ url: '', events: [...defaultEventTypes] }}
      isBusy={isBusy}
      failure={failure}
      onSubmit={(draft) => void submit({ mode: mode.value, ...draft })}
      onClose={props.onClose}
    />
  )
}

export function secretWords() {
  const { secretTitle, secretText, copySecret, kept, keepFirst } = tools.webhooks
  return { title: secretTitle, lead: secretText, copy: copySecret, kept, keepFirst }
}
