import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { formatTime } from '../format.ts'
import { providerFailure } from '../methods/provider-rows.tsx'
import { CancelLink } from '../parts/cancel-link.tsx'
import { Headline } from '../parts/headline.tsx'
import { Receipt } from '../parts/receipt.tsx'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'
import { Bones } from './loading.tsx'

/** The customer chose a provider, and its confirmation is on its way, or they came back without paying. */
export function ProviderView(props: ViewProps): VNode {
  const { provider } = props.view
  return provider ? <Waiting {...props} provider={provider} /> : <Bones />
}

type WaitingProps = ViewProps & { provider: NonNullable<ViewProps['view']['provider']> }

function Waiting({ provider, ...props }: WaitingProps): VNode {
  const { view, state, actions } = props
  const { title } = providerFacts[provider.name]
  const isOpen = view.status === 'pending'
  const { kind } = state.steps.provider
  const time = formatTime(provider.lateUntil)
  return (
    <div class="body">
      <Headline tone="info" headline={fill(payText.provider.headline, { provider: title })}>
        {fill(isOpen ? payText.provider.body : payText.provider.late, { provider: title, time })}
      </Headline>
      <Receipt view={view} />
      {isOpen ? (
        <>
          <button type="button" class="button secondary" onClick={actions.changeCoin}>
            {payText.sent.otherWay}
          </button>
          <button
            type="button"
            class="button secondary"
            aria-disabled={kind === 'sent'}
            onClick={() => kind !== 'sent' && actions.openProvider(provider.name)}
          >
            {kind === 'sent'
              ? payText.provider.opening
              : fill(payText.provider.again, { provider: title })}
          </button>
        </>
      ) : (
        <NewPrice {...props} />
      )}
      {kind === 'failed' && <p class="note note-bad">{providerFailure(provider.name)}</p>}
      <div class="foot">
        {isOpen && state.connection === 'good' && (
          <span class="watching">{payText.send.waiting}</span>
        )}
        <CancelLink view={view} />
      </div>
    </div>
  )
}

function NewPrice({ view: { linkPath }, actions }: ViewProps): VNode | null {
  if (!linkPath) return null
  return (
    <button type="button" class="button secondary" onClick={() => actions.newPrice(linkPath)}>
      {payText.expired.newPrice}
    </button>
  )
}
