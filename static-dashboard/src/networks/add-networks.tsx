import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { mode } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { AddNodes, useAdding } from './add-nodes.tsx'
import { ProviderForm, useConnecting } from './provider-form.tsx'
import '../parts/segments.css'

type Way = 'provider' | 'nodes'

/** Adds networks in a dialog, which opens by itself to show what runs, and how it ended. */
export function AddNetworks({ onAdded }: { onAdded: () => void }): VNode {
  const [way, setWay] = useState<Way>()
  const provider = useConnecting(mode.value, onAdded)
  const nodes = useAdding(onAdded)
  useOpening(provider, () => setWay('provider'))
  useOpening(nodes, () => setWay('nodes'))
  const { add, provider: withProvider, ownNode } = instance.networks
  const close = (
    <Button kind="plain" onClick={() => setWay(undefined)}>
      {text.close}
    </Button>
  )
  const choice = (each: Way, label: string) => (
    <button type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
      {label}
    </button>
  )
  return (
    <>
      <Button kind="primary" icon="plus" reason={ownersOnly()} onClick={() => setWay('provider')}>
        {add}
      </Button>
      {way && (
        <Dialog title={add} onClose={() => setWay(undefined)}>
          <fieldset class="segments" aria-label={add}>
            {choice('provider', withProvider)}
            {choice('nodes', ownNode)}
          </fieldset>
          {way === 'provider' ? (
            <ProviderForm mode={mode.value} work={provider} aside={close} />
          ) : (
            <AddNodes work={nodes} aside={close} />
          )}
        </Dialog>
      )}
    </>
  )
}

type Work = { isBusy: boolean; last?: unknown; failure?: unknown }

function useOpening({ isBusy, last, failure }: Work, open: () => void): void {
  useEffect(() => {
    if (isBusy || last || failure) open()
  }, [isBusy, last, failure])
}
