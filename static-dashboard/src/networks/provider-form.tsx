import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Mode } from '../../../shared/kernel/mode.ts'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import { Field, SelectField, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { translated } from '../problem-text.ts'
import { type BackgroundWork, useWork } from '../service/use-work.ts'
import { instance } from '../texts/instance/instance.ts'
import { refusals } from '../texts/text.ts'

type Connected = Operations['connect-provider']['output']
type Connecting = BackgroundWork<Operations['connect-provider']['input'], Connected>

/** Connects a provider, in both modes unless one is given. */
export function useConnecting(mode: Mode | undefined, onConnected: () => void): Connecting {
  return useWork('connect-provider', {
    ...(mode && { target: mode }),
    onEnd: (result) => {
      if (result.kind === 'ok') onConnected()
    },
  })
}

const providers = [
  { value: 'alchemy', label: 'Alchemy' },
  { value: 'infura', label: 'Infura' },
  { value: 'drpc', label: 'dRPC' },
  { value: 'ankr', label: 'Ankr' },
] as const

/** A provider's key, which enables all chains that it serves. Both modes unless one is given. */
export function ProviderForm(props: { mode?: Mode; work: Connecting; aside?: VNode }): VNode {
  const { mode, work, aside } = props
  const { start, isBusy, failure, last, steps } = work
  const [chosen, setProvider] = useState('alchemy')
  const [key, setKey] = useState('')
  const [withPublicNodes, setPublic] = useState(true)
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
      submitLabel={instance.networks.connect}
      busyLabel={instance.networks.connecting}
      isBusy={isBusy}
      failure={failure}
      aside={aside}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <SelectField
          label={instance.networks.provider}
          options={providers}
          value={chosen}
          onValue={setProvider}
        />
        <Field
          label={instance.networks.key}
          hint={instance.networks.keyHint}
          isPassword
          autocomplete="off"
          value={key}
          name="key"
          most={128}
          problem={key.trim() === '' ? instance.networks.keyMissing : undefined}
          onValue={setKey}
        />
      </div>
      <Switch
        label={instance.networks.publicNodes}
        hint={withPublicNodes ? instance.networks.publicNodesHint : instance.networks.singleHint}
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
        <Notice tone="ok" title={fill(instance.networks.saved, { count: saved.length })}>
          {saved.map(({ name }) => name).join(', ')}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice tone="warn" title={fill(instance.networks.left, { count: left.length })}>
          {left
            .map(
              ({ name, reason, words }) =>
                `${name}: ${translated(refusals, { words, param: null }) ?? reason}`,
            )
            .join('; ')}
        </Notice>
      )}
    </>
  )
}
