import type { VNode } from 'preact'
import { NetworkList } from '../networks/network-list.tsx'
import { NotifierForm } from '../networks/notifier-form.tsx'
import { ProviderForm } from '../networks/provider-form.tsx'
import { Button } from '../parts/button.tsx'
import { Loaded, Section } from '../parts/page.tsx'
import { useQuery } from '../service/use-query.ts'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'
import { goOn } from './go-on.ts'
import { StepHead } from './step-head.tsx'

/** One key of a provider enables all networks; each node is tried before it is saved. */
export function NetworksStep(): VNode {
  const networks = useQuery('list-networks', {})
  const count = networks.data?.networks.filter(({ status }) => status === 'enabled').length ?? 0
  return (
    <>
      <StepHead title={text.networks.setupTitle}>{text.networks.setupLead}</StepHead>
      <ProviderForm onConnected={() => void networks.reload()} />
      <Section title={text.networks.enabled}>
        <Loaded query={networks}>
          {(data) => <NetworkList networks={data.networks} showsMode />}
        </Loaded>
      </Section>
      <Section title={text.notifiers.title}>
        <p class="quiet">{text.notifiers.lead}</p>
        <NotifierForm onConnected={() => undefined} />
      </Section>
      <div class="go wizard-end">
        <p class="quiet">{count === 0 && text.networks.later}</p>
        <Button
          kind="primary"
          reason={count === 0 ? text.networks.missing : undefined}
          onClick={() => void goOn('payouts')}
        >
          {setup.wizard.next}
        </Button>
      </div>
    </>
  )
}
