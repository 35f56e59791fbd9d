import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { fill } from '../../../static-ui/template.ts'
import type { Operations } from '../operations.ts'
import { Field, SelectField, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { ownersOnly } from '../service/role.ts'
import { useWork } from '../service/use-work.ts'
import { text } from '../texts/text.ts'

type Connected = Operations['connect-provider']['output']

const providers = [
  { value: 'alchemy', label: 'Alchemy' },
  { value: 'infura', label: 'Infura' },
  { value: 'drpc', label: 'dRPC' },
  { value: 'ankr', label: 'Ankr' },
] as const

/** A provider's key, which enables all chains that it serves. Both modes unless one is given. */
export function ProviderForm(props: { mode?: Mode; onConnected: () => void }): VNode {
  const { mode, onConnected } = props
  const [chosen, setProvider] = useState('alchemy')
  const [key, setKey] = useState('')
  const [withPublicNodes, setPublic] = useState(true)
  const { start, isBusy, failure, last, steps } = useWork('connect-provider', {
    ...(mode && { target: mode }),
    isAllowed: ownersOnly() === undefined,
    onEnd: (result) => {
      if (result.kind === 'ok') onConnected()
    },
  })
  const provider = providers.find(({ value }) => value === chosen) ?? providers[0]
  const send = async () => {
    const result = await start({
      provider: provider.value,
      key: key.trim(),
      mode,
      withPublicNodes,
      confirmSingleOperator: !withPublicNodes,
    })
    if (result.kind === 'ok') setKey('')
  }
  return (
    <Form
      submitLabel={text.networks.connect}
      busyLabel={text.networks.connecting}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <SelectField
          label={text.networks.provider}
          options={providers}
          value={chosen}
          onValue={setProvider}
        />
        <Field
          label={text.networks.key}
          hint={text.networks.keyHint}
          isPassword
          autocomplete="off"
          value={key}
          name="key"
          most={128}
          problem={key.trim() === '' ? text.networks.keyMissing : undefined}
          onValue={setKey}
        />
      </div>
      <Switch
        label={text.networks.publicNodes}
        hint={withPublicNodes ? text.networks.publicNodesHint : text.networks.singleHint}
        checked={withPublicNodes}
        onChange={setPublic}
      />
      {!last && <WorkSteps steps={steps} />}
      {last && <Outcome connected={last} />}
    </Form>
  )
}

function Outcome({ connected: { saved, left } }: { connected: Connected }): VNode {
  return (
    <>
      {saved.length > 0 && (
        <Notice tone="ok" title={fill(text.networks.saved, { count: saved.length })}>
          {saved.map(({ name }) => name).join(', ')}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice tone="warn" title={fill(text.networks.left, { count: left.length })}>
          {left.map(({ name, reason }) => `${name}: ${reason}`).join('; ')}
        </Notice>
      )}
    </>
  )
}
