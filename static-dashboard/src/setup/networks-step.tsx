import type { VNode } from 'preact'
import { NetworkList } from '../networks/network-list.tsx'
import { NotifierForm } from '../networks/notifier-form.tsx'
import { ProviderForm, useConnecting } from '../networks/provider-form.tsx'
import { Button } from '../parts/button.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { setup } from '../texts/setup/setup.ts'
import { goOn } from './go-on.ts'
import { StepHead } from './step-head.tsx'

/** One key of a provider enables all networks; each node is tried before it is saved. */
export function NetworksStep(): VNode {
  const networks = useQuery('list-networks', {})
  const live = useQuery('check-health', { mode: 'live' })
  const test = useQuery('check-health', { mode: 'test' })
  const findings = live.data && test.data && [...live.data.checks, ...test.data.checks]
  const reload = () => {
    for (const query of [networks, live, test]) void query.reload()
  }
  const connecting = useConnecting(undefined, reload)
  const count = networks.data?.networks.filter(({ status }) => status === 'enabled').length ?? 0
  return (
    <>
      <StepHead title={instance.networks.setupTitle}>{instance.networks.setupLead}</StepHead>
      <ProviderForm work={connecting} />
      <Section title={instance.networks.enabled}>
        <Loaded query={networks}>
          {(data) => (
            <NetworkList networks={data.networks} findings={findings} showsMode onTested={reload} />
          )}
        </Loaded>
      </Section>
      <Section title={instance.notifiers.title}>
        <p class="quiet">{instance.notifiers.lead}</p>
        <NotifierForm onConnected={() => undefined} />
      </Section>
      <div class="go wizard-end">
        <p class="quiet">{count === 0 && instance.networks.later}</p>
        <Button
          kind="primary"
          reason={count === 0 ? instance.networks.missing : undefined}
          onClick={() => void goOn('payouts')}
        >
          {setup.wizard.next}
        </Button>
      </div>
    </>
  )
}
