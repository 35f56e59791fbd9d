import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { isPlainUrl } from '../../../shared/kernel/plain-url.ts'
import { fill } from '../../../shared/kernel/template.ts'
import type { Operations } from '../operations.ts'
import { Field, Switch } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { type BackgroundWork, useWork } from '../service/use-work.ts'
import { instance } from '../texts/instance/instance.ts'

type Adding = BackgroundWork<
  Operations['add-network']['input'],
  Operations['add-network']['output']
>

export function useAdding(onAdded: () => void): Adding {
  return useWork('add-network', {
    onEnd: (result) => {
      if (result.kind === 'ok') onAdded()
    },
  })
}

/** Nodes of one's own, by URL; each is tried before it is saved. */
export function AddNodes({ work, aside }: { work: Adding; aside: VNode }): VNode {
  const [chainId, setChainId] = useState('')
  const [url, setUrl] = useState('')
  const [confirmSingleOperator, setConfirmed] = useState(false)
  const { start, isBusy, failure, last, steps } = work
  const send = async () => {
    const result = await start({
      chainId: Number(chainId),
      urls: urlsIn(url),
      confirmSingleOperator,
    })
    if (result.kind === 'ok') setUrl('')
  }
  return (
    <Form
      submitLabel={instance.networks.addNode}
      busyLabel={instance.networks.connecting}
      isBusy={isBusy}
      failure={failure}
      aside={aside}
      onSubmit={() => void send()}
    >
      <div class="pair">
        <Field
          label={instance.networks.chainId}
          hint={instance.networks.chainIdHint}
          inputMode="numeric"
          autocomplete="off"
          value={chainId}
          name="chainId"
          problem={isChainId(chainId) ? undefined : instance.networks.chainIdMissing}
          onValue={setChainId}
        />
        <Field
          label={instance.networks.url}
          hint={instance.networks.urlHint}
          inputMode="url"
          autocomplete="off"
          value={url}
          name="urls"
          most={4000}
          problem={urlsProblem(url)}
          onValue={setUrl}
        />
      </div>
      <Switch
        label={instance.networks.single}
        hint={instance.networks.singleHint}
        checked={confirmSingleOperator}
        onChange={setConfirmed}
      />
      {!last && <WorkSteps steps={steps} />}
      {last && <Notice tone="ok" title={fill(instance.networks.added, { name: last.name })} />}
    </Form>
  )
}

function urlsIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function urlsProblem(text: string): string | undefined {
  const urls = urlsIn(text)
  if (urls.length === 0) return instance.networks.urlMissing
  return urls.every(isPlainUrl) ? undefined : instance.networks.urlShape
}

function isChainId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text.trim())
}
