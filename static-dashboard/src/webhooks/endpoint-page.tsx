import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { relativeTime } from '../format.ts'
import { now } from '../now.ts'
import { Loaded, PageHead } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { mode, navigate } from '../router.ts'
import { usePolling } from '../service/use-polling.ts'
import { useQuery } from '../service/use-query.ts'
import { recordPath } from '../shell/record-path.ts'
import { tools } from '../texts/tools/tools.ts'
import { type EndpointHealth, hostOf } from './endpoint.ts'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointDeliveries } from './endpoint-deliveries.tsx'
import { EndpointState, eventsOf } from './endpoint-state.tsx'
import { HealthBars, lastFailureOf } from './health-bars.tsx'

const refreshMs = 10_000

export function EndpointPage({ id }: { id: string }): VNode {
  const query = useQuery('show-endpoint-health', { id })
  usePolling(query.reload, refreshMs)
  return (
    <Loaded query={query}>
      {(endpoint) => <EndpointView endpoint={endpoint} onChange={() => void query.reload()} />}
    </Loaded>
  )
}

type Props = { endpoint: EndpointHealth; onChange: () => void }

function EndpointView({ endpoint, onChange }: Props): VNode {
  const { id, url, inactiveReason, previousSecretsUntil } = endpoint
  const host = hostOf(url)
  // An endpoint of the other mode is shown among those of its mode.
  useEffect(() => {
    if (endpoint.mode === mode.value) return
    navigate(recordPath('webhooks', endpoint.mode, id), { replace: true })
  }, [endpoint.mode, id])
  const [oldest] = previousSecretsUntil
  const time = oldest && relativeTime(new Date(oldest), now.value)
  return (
    <>
      <PageHead
        name={host}
        title={host}
        actions={<EndpointActions endpoint={endpoint} onChange={onChange} />}
      >
        <span class="mono">{url}</span>
      </PageHead>
      {inactiveReason !== null && (
        <Notice
          tone={inactiveReason === 'disabled' ? 'info' : 'bad'}
          title={tools.webhooks.disabledTitle}
        >
          {tools.webhooks.reasons[inactiveReason]}
        </Notice>
      )}
      <Figures endpoint={endpoint} />
      {time && <p class="quiet">{fill(tools.webhooks.oldUntil, { time })}</p>}
      <EndpointDeliveries endpointId={id} refresh={endpoint} />
    </>
  )
}

function Figures({ endpoint }: { endpoint: EndpointHealth }): VNode {
  const failure = lastFailureOf(endpoint.attempts)
  return (
    <dl class="figures">
      <div>
        <dt>{tools.webhooks.state}</dt>
        <dd>
          <EndpointState endpoint={endpoint} />
        </dd>
      </div>
      <div>
        <dt>{tools.webhooks.events}</dt>
        <dd title={endpoint.events.join(', ')}>{eventsOf(endpoint.events)}</dd>
      </div>
      <div>
        <dt>{tools.webhooks.secret}</dt>
        <dd class="mono">{endpoint.secretPrefix}…</dd>
      </div>
      <div>
        <dt>{tools.webhooks.lastFailure}</dt>
        <dd>{failure ? <Time at={failure.startedAt} /> : tools.webhooks.noFailure}</dd>
      </div>
      <HealthBars endpoint={endpoint} />
    </dl>
  )
}
