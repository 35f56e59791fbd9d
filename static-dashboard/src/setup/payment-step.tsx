import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownNetwork } from '../networks/network.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Empty, Loaded } from '../parts/page.tsx'
import type { Failure } from '../service/result.ts'
import { useQuery } from '../service/use-query.ts'
import { setup } from '../texts/setup/setup.ts'
import { Back } from './back.tsx'
import { goOn } from './go-on.ts'
import { PaymentProgress } from './payment-progress.tsx'
import { StepHead } from './step-head.tsx'
import { createPayment } from './test-payment.ts'

/** A whole payment in test mode, as a customer makes it. The service knows it, so a reload continues with it. */
export function PaymentStep(): VNode {
  const progress = useQuery('show-setup', {})
  const networks = useQuery('list-networks', { mode: 'test' })
  return (
    <>
      <StepHead title={setup.payment.title}>{setup.payment.lead}</StepHead>
      <Loaded query={progress}>
        {({ testPayment }) => (
          <Loaded query={networks}>
            {(data) => (
              <Payment
                networks={data.networks.filter(({ status }) => status === 'enabled')}
                testPayment={testPayment}
                reload={progress.reload}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function Payment(props: {
  networks: readonly ShownNetwork[]
  testPayment: Operations['show-setup']['output']['testPayment']
  reload: () => Promise<void>
}): VNode {
  const { networks, testPayment, reload } = props
  const [isAgain, setAgain] = useState(false)
  const aside = (
    <div class="actions">
      <Back to="payouts" />
      <Button kind="plain" onClick={() => void goOn('done')}>
        {setup.wizard.later}
      </Button>
    </div>
  )
  const id = testPayment?.sessionId
  if (id && !isAgain) {
    const again = () => setAgain(true)
    return <PaymentProgress key={id} id={id} aside={aside} onAgain={again} />
  }
  if (networks.length === 0) {
    return (
      <Empty icon="network" title={setup.payment.noNetwork} action={aside}>
        {setup.payment.noNetworkText}
      </Empty>
    )
  }
  const onCreated = async () => {
    await reload()
    setAgain(false)
  }
  return (
    <NewPayment networks={networks} slug={testPayment?.slug} aside={aside} onCreated={onCreated} />
  )
}

function NewPayment(props: {
  networks: readonly ShownNetwork[]
  slug: string | undefined
  aside: VNode
  onCreated: () => Promise<void>
}): VNode {
  const coins = props.networks.flatMap(({ chainId, name, assets }) =>
    assets.map((asset) => ({
      chainId,
      asset,
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
    const link = { slug: props.slug, title: setup.payment.linkTitle }
    const created = await createPayment({ chainId, asset }, link)
    if (created.kind === 'ok') await props.onCreated()
    else setFailure(created)
    setBusy(false)
  }
  return (
    <Form
      submitLabel={setup.payment.create}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void create()}
      aside={props.aside}
    >
      <SelectField
        label={setup.payment.coin}
        hint={setup.payment.coinHint}
        options={coins}
        value={value}
        onValue={setValue}
      />
    </Form>
  )
}
