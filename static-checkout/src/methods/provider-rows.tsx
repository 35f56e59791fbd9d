import type { VNode } from 'preact'
import { fill } from '../../../shared/kernel/template.ts'
import {
  type ProviderName,
  providerFacts,
} from '../../../shared/records/integrations/rules/provider-name.ts'
import type { CheckoutMethod } from '../../../shared/records/settings/rules/checkout-ways.ts'
import type { CustomerSteps } from '../customer-steps.ts'
import { payText } from '../texts/pay/pay-text.ts'
import type { ViewProps } from '../view-props.ts'

type Props = ViewProps & { names: readonly CheckoutMethod[] }

export function ProviderRows({ names, ...props }: Props): VNode | null {
  const providers = names.filter((name) => name !== 'coins')
  if (providers.length === 0) return null
  return (
    <div class="coins">
      <ul>
        {providers.map((name) => (
          <Row key={name} {...props} name={name} />
        ))}
      </ul>
    </div>
  )
}

function Row({ view, state, actions, name }: ViewProps & { name: ProviderName }): VNode {
  const { provider } = state.steps
  const { title, kind } = providerFacts[name]
  const isSending = provider.kind === 'sent'
  const isSubject = provider.kind !== 'ready' && provider.provider === name
  const isSent = isSending && isSubject
  return (
    <li>
      <button
        type="button"
        class={isSent ? 'coin chosen' : 'coin'}
        aria-disabled={isSending}
        onClick={() => !isSending && actions.openProvider(name)}
      >
        <ProviderIcon kind={kind} />
        <span class="coin-name">
          <strong>{title}</strong>
        </span>
        <small class="coin-facts">
          {isSent && <b>{payText.provider.opening}</b>}
          {factsOf(name, view.livemode)}
        </small>
      </button>
      {isSubject && provider.kind === 'failed' && (
        <p class="note note-bad">{providerFailure(name)}</p>
      )}
    </li>
  )
}

function factsOf(name: ProviderName, isLive: boolean): string {
  const { kind, isBeta } = providerFacts[name]
  const { card, coins, beta, sandbox } = payText.provider
  const facts = [kind === 'on-ramp' ? card : coins, isBeta && beta, !isLive && sandbox]
  return facts.filter(Boolean).join(' · ')
}

/** Says what to do if an order could not be started. */
export function providerFailure(name: ProviderName): string {
  return fill(payText.provider.failed, { provider: providerFacts[name].title })
}

const drawings = {
  'on-ramp': 'M5 8h14v8.5H5zm0 3h14M7.5 14h3',
  gateway: 'M5 9h11l-3-3m6 9H8l3 3',
} as const

/** A card, or an exchange. The name stands beside it, so it is hidden from readers. */
function ProviderIcon({ kind }: { kind: keyof typeof drawings }): VNode {
  return (
    <svg class="coin-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[kind]} fill="none" stroke="#fff" stroke-width="1.5" />
    </svg>
  )
}

/** Announced by a screen reader about an order that is started. */
export function providerUpdate({ provider }: CustomerSteps): string {
  if (provider.kind === 'failed') return providerFailure(provider.provider)
  return provider.kind === 'sent' ? payText.provider.opening : ''
}
