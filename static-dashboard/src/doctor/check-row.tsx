import type { VNode } from 'preact'
import { exactTime } from '../format.ts'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { mode } from '../router.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'

type Found = Operations['check-health']['output']['checks'][number]
type Words = { state: Found['state']; title: string; why: string; action: string }

/** Where each finding is fixed. */
const places: Partial<Record<Found['reason'], 'networks' | 'webhooks'>> = {
  no_network: 'networks',
  no_verified_node: 'networks',
  node_problem: 'networks',
  single_operator: 'networks',
  no_notifier: 'networks',
  notifier_failing: 'networks',
  notifier_slow: 'networks',
  no_payout_wallet: 'networks',
  payout_wallet_left_out: 'networks',
  endpoint_disabled: 'webhooks',
  endpoint_failing: 'webhooks',
}

/** What is so, why, and one action. */
export function CheckRow({ check }: { check: Found | Words }): VNode {
  const words = 'reason' in check ? wordsOf(check) : check
  const place = 'reason' in check ? places[check.reason] : undefined
  return (
    <li class={`with-icon check-${check.state}`}>
      <span class={`status ${check.state}`}>
        <Icon name={check.state} />
        <span class="visually-hidden">{instance.doctor.states[check.state]}</span>
      </span>
      <div>
        <h3>{words.title}</h3>
        <p>
          {words.why} {words.action}
        </p>
      </div>
      {place && (
        <ButtonLink kind="soft" to={`/${mode.value}/${place}`}>
          {text.pages[place]}
        </ButtonLink>
      )}
    </li>
  )
}

function wordsOf({ state, reason, of, details }: Found): Words {
  const values: Readonly<Record<string, string>> = {
    ...details,
    of,
    ...(details['since'] && { since: exactTime(new Date(details['since'])) }),
  }
  const put = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { title, why, action } = instance.doctor.reasons[reason]
  return { state, title: put(title), why: put(why), action: put(action) }
}
