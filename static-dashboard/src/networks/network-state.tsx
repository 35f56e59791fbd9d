import type { VNode } from 'preact'
import { wordsOf } from '../doctor/check-row.tsx'
import type { Operations } from '../operations.ts'
import { Status } from '../parts/status.tsx'
import { instance } from '../texts/instance/instance.ts'
import type { ShownNetwork } from './network.ts'

export type Finding = Operations['check-health']['output']['checks'][number]

/** Findings of the Doctor about networks and their nodes. */
const reasons: readonly Finding['reason'][] = [
  'no_verified_node',
  'node_problem',
  'single_operator',
  'network_not_agreed',
]

type Props = { network: ShownNetwork; findings: readonly Finding[] }

function foundOf({ network, findings }: Props): Finding[] {
  return findings.filter(({ of, reason }) => of === network.name && reasons.includes(reason))
}

/** Uses the Doctor's severity, so that both agree. */
export function NetworkState(props: Props): VNode {
  const { states } = instance.doctor
  if (props.network.status === 'retiring') {
    return <Status tone="quiet">{instance.networks.statuses.retiring}</Status>
  }
  // The worst is the first.
  const [worst] = foundOf(props)
  const state = worst?.state ?? 'ok'
  return <Status tone={state}>{states[state]}</Status>
}

export function NetworkFindings(props: Props): VNode | null {
  const found = foundOf(props)
  if (found.length === 0) return null
  return (
    <ul class="wide problems">
      {found.map((finding, index) => {
        const { why, action } = wordsOf(finding)
        return (
          <li key={index} class={finding.state}>
            {`${why} ${action}`}
          </li>
        )
      })}
    </ul>
  )
}
