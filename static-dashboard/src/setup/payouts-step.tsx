import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import type { ShownNetwork } from '../networks/network-list.tsx'
import { Button } from '../parts/button.tsx'
import { Field, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loaded } from '../parts/page.tsx'
import { call, type Failure } from '../service/call.ts'
import { useQuery } from '../service/use-query.ts'
import { text } from '../texts/text.ts'
import { goOn } from './go-on.ts'
import { StepHead } from './step-head.tsx'

/** Where the money goes: one address for all networks, or one for each. */
export function PayoutsStep(): VNode {
  const networks = useQuery('list-networks', {})
  return (
    <>
      <StepHead title={text.payouts.setupTitle}>{text.payouts.setupLead}</StepHead>
      <Loaded query={networks}>
        {(data) => (
          <AddressForm networks={data.networks.filter((each) => each.status === 'enabled')} />
        )}
      </Loaded>
    </>
  )
}

type Problem = { chainId: number; failure: Failure }

/** The addresses as typed: one for all, or one for each. */
function useAddresses(networks: readonly ShownNetwork[]) {
  const [common, setCommon] = useState('')
  const [own, setOwn] = useState<Readonly<Record<number, string>>>({})
  const [isSplit, setSplit] = useState(false)
  const typedFor = (chainId: number) => own[chainId] ?? common
  const addressOf = (chainId: number) => (isSplit ? typedFor(chainId) : common).trim()
  return {
    ...{ common, setCommon, isSplit, setSplit, typedFor, addressOf },
    setFor: (chainId: number) => (value: string) =>
      setOwn((before) => ({ ...before, [chainId]: value })),
    isComplete: networks.every(({ chainId }) => addressOf(chainId) !== ''),
  }
}

function AddressForm({ networks }: { networks: readonly ShownNetwork[] }): VNode {
  const given = useAddresses(networks)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    for (const { chainId } of networks) {
      const address = given.addressOf(chainId)
      const result = await call('set-payout-wallet', { chainId, address })
      if (result.kind === 'ok') continue
      setBusy(false)
      return setProblem({ chainId, failure: result })
    }
    await goOn('payment')
  }
  const later = (
    <Button kind="plain" onClick={() => void goOn('payment')}>
      {text.setup.later}
    </Button>
  )
  return (
    <Form
      submitLabel={text.payouts.save}
      busyLabel={text.payouts.saving}
      isBusy={isBusy}
      failure={problem?.failure}
      isShown={problem !== undefined && messageFor(problem, problem.chainId) !== undefined}
      reason={given.isComplete ? undefined : text.payouts.missing}
      onSubmit={() => void save()}
      aside={later}
    >
      <AddressFields networks={networks} given={given} problem={problem} />
      {networks.length > 1 && (
        <Switch label={text.payouts.split} checked={given.isSplit} onChange={given.setSplit} />
      )}
    </Form>
  )
}

function AddressFields(props: {
  networks: readonly ShownNetwork[]
  given: ReturnType<typeof useAddresses>
  problem: Problem | undefined
}): VNode {
  const { networks, given, problem } = props
  const common = { autocomplete: 'off', placeholder: '0x' }
  if (!given.isSplit) {
    const names = networks.map(({ name }) => name).join(', ')
    return (
      <Field
        {...common}
        label={text.payouts.address}
        hint={fill(text.payouts.addressHint, { networks: names })}
        value={given.common}
        error={problem && messageFor(problem, problem.chainId)}
        onValue={given.setCommon}
      />
    )
  }
  return (
    <>
      {networks.map(({ chainId, name, mode }) => (
        <Field
          {...common}
          key={chainId}
          label={`${name} (${text.modes[mode]})`}
          value={given.typedFor(chainId)}
          error={messageFor(problem, chainId)}
          onValue={given.setFor(chainId)}
        />
      ))}
    </>
  )
}

/** What is wrong with the address of a chain. */
function messageFor(problem: Problem | undefined, chainId: number): string | undefined {
  if (problem?.chainId !== chainId || problem.failure.kind !== 'rejected') return undefined
  const { param, message } = problem.failure
  return param === null ? undefined : message
}
