import type { VNode } from 'preact'
import { fill } from '../../../static-ui/template.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/page.tsx'
import { Notice, Status, type Tone } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { NotifierForm, notifiers } from './notifier-form.tsx'

type Connection = Operations['notifier-status']['output']['notifiers'][number]

const tones = {
  connected: 'ok',
  failing: 'bad',
  disconnecting: 'quiet',
} as const satisfies Record<Connection['status'], Tone>

/** Who reports payments, and how well. */
export function Notifiers(): VNode {
  const status = useQuery('notifier-status', { mode: mode.value })
  return (
    <div class="stack">
      <p class="quiet">{text.notifiers.lead}</p>
      <Loaded query={status} rows={1}>
        {({ notifiers: connections }) =>
          connections.length > 0 && (
            <ul class="rows">
              {connections.map((each) => (
                <NotifierRow
                  key={each.notifier}
                  connection={each}
                  onChanged={() => void status.reload()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NotifierForm mode={mode.value} onConnected={() => void status.reload()} />
    </div>
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
          <span class="mono quiet">…{connection.token}</span>
        </h3>
        <p>
          {connection.problem ?? healthOf(connection)} · {text.notifiers.since}{' '}
          <Time at={connection.connectedAt} />
        </p>
      </div>
      <div class="actions">
        <Status tone={tones[connection.status]}>
          {text.notifiers.statuses[connection.status]}
        </Status>
        <Button
          kind="soft"
          reason={ownersOnly()}
          busy={repair.isBusy && text.working}
          onClick={() =>
            void repair.submit(chosen).then((done) => {
              if (done) toast(text.notifiers.repairing)
            })
          }
        >
          {text.notifiers.repair}
        </Button>
        <Button
          kind="soft"
          reason={ownersOnly()}
          busy={disconnect.isBusy && text.working}
          onClick={() => void disconnect.submit(chosen).then((done) => done && onChanged())}
        >
          {text.notifiers.disconnect}
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
  if (payments === 0) return text.notifiers.noPayments
  return fill(text.notifiers.inTime, { inTime, payments })
}
