import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownNetwork } from '../networks/network-list.tsx'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Empty, Loaded } from '../parts/page.tsx'
import type { Failure } from '../service/call.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import { goOn } from './go-on.ts'
import { PaymentProgress } from './payment-progress.tsx'
import { StepHead } from './step-head.tsx'
import { createPayment } from './test-payment.ts'

/** A whole payment in test mode, as a customer makes it. */
export function PaymentStep(): VNode {
  const [id, setId] = useState<string>()
  const networks = useQuery('list-networks', { mode: 'test' })
  const skip = (
    <Button kind="plain" onClick={() => void goOn('done')}>
      {text.setup.later}
    </Button>
  )
  return (
    <>
      <StepHead title={text.payment.title}>{text.payment.lead}</StepHead>
      {id !== undefined && <PaymentProgress id={id} onDone={() => void goOn('done')} skip={skip} />}
      {id === undefined && (
        <Loaded query={networks}>
          {(data) => {
            const enabled = data.networks.filter(({ status }) => status === 'enabled')
            if (enabled.length > 0) {
              return <NewPayment networks={enabled} skip={skip} onCreated={setId} />
            }
            return (
              <Empty icon="network" title={text.payment.noNetwork} action={skip}>
                {text.payment.noNetworkText}
              </Empty>
            )
          }}
        </Loaded>
      )}
    </>
  )
}

function NewPayment(props: {
  networks: readonly ShownNetwork[]
  skip: VNode
  onCreated: (id: string) => void
}): VNode {
  const coins = props.networks.flatMap(({ chainId, name, assets }) =>
    assets.map((asset) => ({
      ...{ chainId, asset },
      value: `${chainId} ${asset}`,
      label: `${asset}, ${name}`,
    })),
  )
  const [value, setValue] = useState(coins[0]?.value ?? '')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const create = async () => {
    const coin = coins.find((each) => each.value === value)
    if (!coin) return
    setBusy(true)
    setFailure(undefined)
    const { chainId, asset } = coin
    const created = await createPayment({ chainId, asset }, text.payment.keyName)
    setBusy(false)
    if ('id' in created) props.onCreated(created.id)
    else setFailure(created)
  }
  return (
    <Form
      submitLabel={text.payment.create}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void create()}
      aside={props.skip}
    >
      <SelectField
        label={text.payment.coin}
        hint={text.payment.coinHint}
        options={coins}
        value={value}
        onValue={setValue}
      />
    </Form>
  )
}
