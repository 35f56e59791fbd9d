import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../static-ui/template.ts'
import { Field, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { ownersOnly } from '../service/role.ts'
import { useWork } from '../service/use-work.ts'
import { text } from '../texts/text.ts'

/** Nodes of one's own, by URL; each is tried before it is saved. */
export function AddNodes({ onAdded }: { onAdded: () => void }): VNode {
  const [chainId, setChainId] = useState('')
  const [url, setUrl] = useState('')
  const [confirmSingleOperator, setConfirmed] = useState(false)
  const { start, isBusy, failure, last, steps } = useWork('add-network', {
    isAllowed: ownersOnly() === undefined,
    onEnd: (result) => {
      if (result.kind === 'ok') onAdded()
    },
  })
  const send = async () => {
    const urls = url.split(/\s+/).filter(Boolean)
    const result = await start({ chainId: Number(chainId), urls, confirmSingleOperator })
    if (result.kind === 'ok') setUrl('')
  }
  return (
    <Form
      submitLabel={text.networks.addNode}
      busyLabel={text.networks.connecting}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <Field
          label={text.networks.chainId}
          hint={text.networks.chainIdHint}
          inputMode="numeric"
          autocomplete="off"
          value={chainId}
          name="chainId"
          problem={isChainId(chainId) ? undefined : text.networks.chainIdMissing}
          onValue={setChainId}
        />
        <Field
          label={text.networks.url}
          hint={text.networks.urlHint}
          inputMode="url"
          autocomplete="off"
          value={url}
          name="urls"
          most={4000}
          problem={url.trim() === '' ? text.networks.urlMissing : undefined}
          onValue={setUrl}
        />
      </div>
      <Switch
        label={text.networks.single}
        hint={text.networks.singleHint}
        checked={confirmSingleOperator}
        onChange={setConfirmed}
      />
      {!last && <WorkSteps steps={steps} />}
      {last && <Notice tone="ok" title={fill(text.networks.added, { name: last.name })} />}
    </Form>
  )
}

function isChainId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text.trim())
}
