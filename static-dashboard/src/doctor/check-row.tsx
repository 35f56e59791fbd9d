import type { ComponentChildren, VNode } from 'preact'
import { nodeProblemText } from '../../../shared/payments/networks/rules/node-problem-words.ts'
import { exactTime } from '../format.ts'
import type { Operations } from '../operations.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { mode } from '../router.ts'
import { recordPath } from '../shell/record-path.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'

type Found = Operations['check-health']['output']['checks'][number]
export type Words = { state: Found['state']; title: string; why: string; action: string }

/** The page where each finding is fixed. */
const places: Partial<
  Record<Found['reason'], 'networks' | 'webhooks' | 'payouts' | 'doctor' | 'settings'>
> = {
  no_network: 'networks',
  no_verified_node: 'networks',
  node_problem: 'networks',
  single_operator: 'networks',
  network_not_agreed: 'networks',
  no_notifier: 'networks',
  notifier_failing: 'networks',
  notifier_slow: 'networks',
  no_payout_wallet: 'payouts',
  payout_wallet_left_out: 'payouts',
  endpoint_disabled: 'webhooks',
  endpoint_moved: 'webhooks',
  left_out_network: 'networks',
  left_out_notifier: 'networks',
  endpoint_failing: 'webhooks',
  notices_failing: 'settings',
  notices_off: 'settings',
  deliveries_given_up: 'webhooks',
  price_not_agreed: 'networks',
  stablecoin_off_peg: 'networks',
  stablecoin_unknown: 'networks',
  // The button is there.
  dead_letters: 'doctor',
  gas_low: 'payouts',
  gas_empty: 'payouts',
  open_scans_late: 'networks',
  deliveries_late: 'webhooks',
  closed_scans_late: 'networks',
  books_late: 'networks',
  books_unread: 'networks',
}

const quotas = 'https://console.aws.amazon.com/servicequotas/home/services/lambda/quotas/L-B99A9384'

export function CheckRow({ check }: { check: Found }): VNode {
  const place = places[check.reason]
  const { endpoint } = check.details
  return (
    <FoundRow words={wordsOf(check)}>
      {place && (
        <ButtonLink
          kind="soft"
          to={endpoint ? recordPath(place, mode.value, endpoint) : `/${mode.value}/${place}`}
        >
          {text.pages[place]}
        </ButtonLink>
      )}
      {check.reason === 'quota_low' && (
        <a class="button soft" href={quotas} target="_blank" rel="noreferrer">
          <Icon name="open" small />
          {instance.doctor.quotas}
        </a>
      )}
    </FoundRow>
  )
}

/** The row of a check with words and an action of its own. */
export function FoundRow(props: { words: Words; children?: ComponentChildren }): VNode {
  const { state, title, why, action } = props.words
  return (
    <li class={`with-icon check-${state}`}>
      <span class={`status ${state}`}>
        <Icon name={state} />
      </span>
      <div>
        <h3>
          {title} <small class={`status ${state}`}>{instance.doctor.states[state]}</small>
        </h3>
        <p>
          {why} {action}
        </p>
      </div>
      {props.children}
    </li>
  )
}

export function wordsOf({ state, reason, of, details }: Found): Words {
  const subjects: Readonly<Record<string, string>> = instance.doctor.subjects
  const values: Readonly<Record<string, string>> = {
    ...details,
    of: reason === 'check_failed' ? (subjects[of] ?? of) : of,
    ...(reason === 'node_problem' && {
      problem: nodeProblemText(details, instance.networks.problems),
    }),
    ...(details['since'] && { since: exactTime(new Date(details['since'])) }),
  }
  const put = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { title, why, action } = instance.doctor.reasons[reason]
  return { state, title: put(title), why: put(why), action: put(action) }
}
