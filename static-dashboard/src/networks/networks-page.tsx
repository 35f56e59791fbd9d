import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded, PageHead, Section } from '../parts/page.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useQuery } from '../service/use-query.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { AddNodes } from './add-nodes.tsx'
import { NetworkList, type ShownNetwork } from './network-list.tsx'
import { Notifiers } from './notifiers.tsx'
import { PayoutWallets } from './payout-wallets.tsx'
import { ProviderForm } from './provider-form.tsx'

/** Networks, nodes, notifiers and payout wallets of a mode, each with a live test. */
export function NetworksPage(): VNode {
  const networks = useQuery('list-networks', { mode: mode.value })
  const [removing, setRemoving] = useState<ShownNetwork>()
  const reload = () => void networks.reload()
  const actionOf = (network: ShownNetwork) => (
    <Button kind="soft" reason={ownersOnly()} onClick={() => setRemoving(network)}>
      {text.networks.remove}
    </Button>
  )
  return (
    <>
      <PageHead name={text.pages.networks} title={text.pages.networks}>
        {text.networks.lead}
      </PageHead>
      <Section title={text.networks.enabled}>
        <Loaded query={networks}>
          {(data) => <NetworkList networks={data.networks} actionOf={actionOf} />}
        </Loaded>
      </Section>
      <Section title={text.networks.withProvider}>
        <ProviderForm mode={mode.value} onConnected={reload} />
      </Section>
      <Section title={text.networks.withNodes}>
        <AddNodes onAdded={reload} />
      </Section>
      <Section title={text.notifiers.title}>
        <Notifiers />
      </Section>
      <Section title={text.payouts.title}>
        <PayoutWallets networks={networks.data?.networks ?? []} />
      </Section>
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
  const { submit, isBusy, failure } = useSubmit('remove-network')
  const send = async () => {
    if (await submit({ chainId: network.chainId })) onClose()
  }
  return (
    <Dialog
      title={fill(text.networks.removeTitle, { name: network.name })}
      text={text.networks.removeText}
      onClose={onClose}
    >
      <Form
        submitLabel={text.networks.remove}
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => void send()}
        aside={
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        }
      >
        {null}
      </Form>
    </Dialog>
  )
}
