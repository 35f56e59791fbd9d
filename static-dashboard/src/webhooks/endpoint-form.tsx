import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { isPlainUrl } from '../../../shared/kernel/plain-url.ts'
import type { EventType } from '../../../shared/records/outbox/rules/event.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { fieldProblem } from '../problem-text.ts'
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
  const { title, submitLabel, start, isBusy, failure, onSubmit, onClose } = props
  const [url, setUrl] = useState(start.url)
  const [events, setEvents] = useState(start.events)
  const [isTried, setTried] = useState(false)
  const urlError = isPlainUrl(url.trim()) ? undefined : tools.webhooks.urlShape
  const eventsError = events.length > 0 ? undefined : tools.webhooks.eventsMissing
  const send = () => {
    setTried(true)
    if (urlError === undefined && eventsError === undefined) onSubmit({ url: url.trim(), events })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submitLabel={submitLabel}
        busyLabel={text.saving}
        isBusy={isBusy}
        failure={failure}
        isShown={fieldProblem(failure, 'url', 'events') !== undefined}
        onSubmit={send}
        aside={
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        }
      >
        <Field
          label={tools.webhooks.url}
          hint={tools.webhooks.urlHint}
          error={(isTried ? urlError : undefined) ?? fieldProblem(failure, 'url')}
          inputMode="url"
          placeholder="https://"
          autocomplete="off"
          autofocus
          maxLength={2048}
          value={url}
          onValue={setUrl}
        />
        <EventChoice
          events={events}
          error={(isTried ? eventsError : undefined) ?? fieldProblem(failure, 'events')}
          onChange={setEvents}
        />
      </Form>
    </Dialog>
  )
}
