import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { saleTopics } from '../../../shared/admin/sale-notices/rules/notice-destination.ts'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { MoreMenu } from '../parts/more-menu.tsx'
import { Notice, Status, type Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { notices } from '../texts/notices/notices.ts'
import { text } from '../texts/text.ts'
import { ChangeDestination, RemoveDestination } from './destination-dialogs.tsx'

type Destination = Operations['list-notice-destinations']['output']['destinations'][number]

type Props = { destination: Destination; onChanged: () => void }

const tones = {
  working: 'ok',
  failing: 'bad',
  off: 'quiet',
} as const satisfies Record<Destination['status'], Tone>

export function DestinationRow({ destination, onChanged }: Props): VNode {
  const { kind, address, chat, status, problem } = destination
  return (
    <li>
      <div>
        <h3>
          {notices.kinds[kind]} <span class="mono quiet">{chat ?? address}</span>
        </h3>
        <p>{contentsOf(destination)}</p>
        {problem && <p>{fill(notices.problems[problem.code], { said: problem.said })}</p>}
        <Moment {...destination} />
      </div>
      <div class="actions">
        <Status tone={tones[status]}>{notices.statuses[status]}</Status>
        <Actions destination={destination} onChanged={onChanged} />
      </div>
    </li>
  )
}

function contentsOf({ about, withEmail, summary }: Destination): string {
  const topics = saleTopics.filter((topic) => about.includes(topic))
  return [
    ...(topics.length === 0 ? [notices.nothing] : topics.map((topic) => notices.topics[topic])),
    ...(withEmail ? [notices.emailShown] : []),
    ...(summary === 'off' ? [] : [notices.summaryShown[summary]]),
  ].join(', ')
}

/** The most relevant time of a destination. */
function Moment({ nextAttemptAt, collectsUntil, lastSentAt }: Destination): VNode | null {
  if (nextAttemptAt) {
    return (
      <p>
        {notices.nextAttempt} <Time at={nextAttemptAt} isDue />
      </p>
    )
  }
  if (collectsUntil) {
    return (
      <p>
        {notices.collects} <Time at={collectsUntil} isDue />
      </p>
    )
  }
  if (!lastSentAt) return null
  return (
    <p>
      {notices.lastSent} <Time at={lastSentAt} />
    </p>
  )
}

function Actions({ destination, onChanged }: Props): VNode {
  const { id, status } = destination
  const [dialog, setDialog] = useState<'change' | 'remove'>()
  const test = useSubmit('test-notice-destination')
  const change = useSubmit('change-notice-destination')
  const failure = test.failure ?? change.failure
  const send = async () => {
    const tested = await test.submit({ id })
    if (tested?.sent) toast(notices.tested)
    if (tested) onChanged()
  }
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <>
      <Button
        kind="soft"
        reason={notForViewers()}
        busy={test.isBusy && text.working}
        onClick={() => void send()}
      >
        {notices.test}
      </Button>
      <MoreMenu label={notices.more}>
        <Button reason={ownersOnly()} onClick={() => setDialog('change')}>
          {notices.edit}
        </Button>
        <Button
          reason={ownersOnly()}
          onClick={() =>
            void change.submit({ id, on: status === 'off' }).then((to) => to && done())
          }
        >
          {status === 'off' ? notices.turnOn : notices.turnOff}
        </Button>
        <Button kind="danger" reason={ownersOnly()} onClick={() => setDialog('remove')}>
          {notices.remove}
        </Button>
      </MoreMenu>
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      {dialog === 'change' && (
        <ChangeDestination destination={destination} onClose={close} onDone={done} />
      )}
      {dialog === 'remove' && <RemoveDestination id={id} onClose={close} onDone={done} />}
    </>
  )
}
