import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { isPlainUrl } from '../../../shared/kernel/plain-url.ts'
import type { EventType } from '../../../shared/records/outbox/rules/event.ts'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import type { Failure } from '../service/result.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { EventChoice } from './event-choice.tsx'

type EndpointDraft = { url: string; events: EventType[] }

type Props = {
  title: string
  submitLabel: string
  start: EndpointDraft
  isBusy: boolean
  failure: Failure | undefined
  onSubmit: (draft: EndpointDraft) => void
  onClose: () => void
}

export function EndpointForm(props: Props): VNode {
  const { start, onSubmit, ...dialog } = props
  const [url, setUrl] = useState(start.url)
  const [events, setEvents] = useState(start.events)
  return (
    <FormDialog
      {...dialog}
      busyLabel={text.saving}
      onSubmit={() => onSubmit({ url: url.trim(), events })}
    >
      <Field
        label={tools.webhooks.url}
        hint={tools.webhooks.urlHint}
        inputMode="url"
        placeholder="https://"
        autocomplete="off"
        autofocus
        maxLength={2048}
        name="url"
        problem={isPlainUrl(url.trim()) ? undefined : tools.webhooks.urlShape}
        value={url}
        onValue={setUrl}
      />
      <EventChoice events={events} onChange={setEvents} />
    </FormDialog>
  )
}
