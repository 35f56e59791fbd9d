import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { Button } from '../parts/button.tsx'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { Loaded, PageHead, Section, Unloaded } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { AddNetworks } from './add-networks.tsx'
import type { ShownNetwork } from './network.ts'
import { NetworkList } from './network-list.tsx'
import { Notifiers } from './notifiers.tsx'
import './networks.css'

export function NetworksPage(): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  const health = useQuery('check-health', { mode: mode.value })
  const [removing, setRemoving] = useState<ShownNetwork>()
  const reload = () => {
    void networks.reload()
    void health.reload()
  }
  const actionOf = (network: ShownNetwork) => (
    <Button kind="soft" reason={ownersOnly()} onClick={() => setRemoving(network)}>
      {instance.networks.remove}
    </Button>
  )
  return (
    <>
      <PageHead
        name={text.pages.networks}
        title={text.pages.networks}
        actions={<AddNetworks onAdded={reload} />}
      >
        {instance.networks.lead}
      </PageHead>
      <Unloaded query={health} name={text.pages.doctor} />
      <Section title={instance.networks.enabled}>
        <Loaded query={networks}>
          {(data) => (
            <NetworkList
              networks={data.networks}
              findings={health.data?.checks}
              actionOf={actionOf}
              onTested={reload}
            />
          )}
        </Loaded>
      </Section>
      <Notifiers />
      {removing && (
        <RemoveNetwork
          network={removing}
          onClose={() => {
            setRemoving(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}

function RemoveNetwork(props: { network: ShownNetwork; onClose: () => void }): VNode {
  const { network, onClose } = props
  return (
    <OperationDialog
      title={fill(instance.networks.removeTitle, { name: network.name })}
      text={instance.networks.removeText}
      onClose={onClose}
      submitLabel={instance.networks.remove}
      operation="remove-network"
      input={{ chainId: network.chainId }}
    />
  )
}
