import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { Rail } from '../parts/rail.tsx'
import { Timer } from '../parts/timer.tsx'
import { secondsUntil } from '../state.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'
import { LoadingView } from './loading.tsx'

export type Frame = { url: string; allow: string }

/** The page of the provider, in a frame, until the session is paid. */
export function ProviderFrame(props: Pick<ViewProps, 'view' | 'state'> & { frame: Frame }): VNode {
  const { view, state, frame } = props
  const { provider } = view
  if (!provider) return <LoadingView />
  const title = fill(payText.provider.pay, { provider: providerFacts[provider.name].title })
  return (
    <>
      <Rail reached={0} tone="active" />
      <div class="body">
        <header class="step-head">
          <div>
            <h1 tabIndex={-1}>{title}</h1>
            <Timer secondsLeft={secondsUntil(provider.expiresAt, state.nowMs)} />
          </div>
        </header>
        <iframe class="provider" title={title} src={frame.url} allow={frame.allow} />
        <div class="foot">
          <a class="plain" href={`/checkout/${view.id}?another`}>
            {payText.sent.otherWay}
          </a>
        </div>
      </div>
    </>
  )
}
