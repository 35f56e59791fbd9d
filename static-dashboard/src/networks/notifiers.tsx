import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { Notice, Status, type Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { NotifierForm, notifiers } from './notifier-form.tsx'

type Connection = Operations['notifier-status']['output']['notifiers'][number]

const tones = {
  connected: 'ok',
  failing: 'bad',
  disconnecting: 'quiet',
} as const satisfies Record<Connection['status'], Tone>

export function Notifiers(): VNode {
  const status = useQuery('notifier-status', { mode: mode.value })
  const [isAdding, setAdding] = useState(false)
  const reload = () => void status.reload()
  return (
    <Section
      title={instance.notifiers.title}
      note={
        <Button kind="soft" icon="plus" reason={ownersOnly()} onClick={() => setAdding(true)}>
          {instance.notifiers.add}
        </Button>
      }
    >
      <p class="quiet notifiers">{instance.notifiers.lead}</p>
      <Loaded query={status} rows={1}>
        {({ notifiers: connections }) =>
          connections.length > 0 && (
            <ul class="rows">
              {connections.map((each) => (
                <NotifierRow key={each.notifier} connection={each} onChanged={reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <Dialog title={instance.notifiers.add} onClose={() => setAdding(false)}>
          <NotifierForm
            mode={mode.value}
            onConnected={reload}
            aside={
              <Button kind="plain" onClick={() => setAdding(false)}>
                {text.close}
              </Button>
            }
          />
        </Dialog>
      )}
    </Section>
  )
}

function NotifierRow(props: { connection: Connection; onChanged: () => void }): VNode {
  const { connection, onChanged } = props
  const repair = useSubmit('repair-notifier')
  const disconnect = useSubmit('disconnect-notifier')
  const failure = repair.failure ?? disconnect.failure
  const chosen = { notifier: connection.notifier, mode: mode.value }
  return (
    <li>
      <div>
        <h3>
          {notifiers.find(({ value }) => value === connection.notifier)?.label}{' '}
          <span class="mono quiet">{connection.token}</span>
        </h3>
        <p>
          {connection.problem ?? healthOf(connection)} · {instance.notifiers.since}{' '}
          <Time at={connection.connectedAt} />
        </p>
      </div>
      <div class="actions">
        <Status tone={tones[connection.status]}>
          {instance.notifiers.statuses[connection.status]}
        </Status>
        <Button
          kind="soft"
          reason={ownersOnly()}
          busy={repair.isBusy && text.working}
          onClick={() =>
            void repair.submit(chosen).then((done) => {
              if (done) toast(instance.notifiers.repairing)
            })
          }
        >
          {instance.notifiers.repair}
        </Button>
        <Button
          kind="soft"
          reason={ownersOnly()}
          busy={disconnect.isBusy && text.working}
          onClick={() => void disconnect.submit(chosen).then((done) => done && onChanged())}
        >
          {instance.notifiers.disconnect}
        </Button>
      </div>
      {failure && (
        <div class="wide">
          <Notice tone="bad" title={problemText(failure)} />
        </div>
      )}
    </li>
  )
}

function healthOf({ chains }: Connection): string {
  const inTime = chains.reduce((sum, each) => sum + each.inTime, 0)
  const payments = chains.reduce((sum, each) => sum + each.payments, 0)
  if (payments === 0) return instance.notifiers.noPayments
  return fill(instance.notifiers.inTime, { inTime, payments })
}
