import type { VNode } from 'preact'
import { nodeProblemText } from '../../../shared/payments/networks/rules/node-problem-words.ts'
import type { Operations } from '../operations.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/page.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { problemText } from '../problem-text.ts'
import { ownersOnly } from '../service/role.ts'
import { useWork } from '../service/use-work.ts'
import { text } from '../texts/text.ts'

export type ShownNetwork = Operations['list-networks']['output']['networks'][number]
type Probed = Operations['test-networks']['output']['chains'][number]

/** Each network with its nodes, and a test of all nodes now. */
export function NetworkList(props: {
  networks: readonly ShownNetwork[]
  showsMode?: boolean
  actionOf?: (network: ShownNetwork) => VNode
}): VNode {
  const { networks, showsMode = false, actionOf } = props
  const test = useTests()
  if (networks.length === 0) {
    return (
      <Empty icon="network" title={text.networks.none}>
        {text.networks.noneText}
      </Empty>
    )
  }
  return (
    <>
      <ul class="rows">
        {networks.map((network) => (
          <li key={network.chainId}>
            <div>
              <h3>
                {network.name}
                {showsMode && <span class="tag">{text.modes[network.mode]}</span>}
              </h3>
              <p>
                {network.assets.join(', ')} · {network.nodes.map(({ url }) => url).join(', ')}
              </p>
            </div>
            <div class="actions">
              <NetworkState network={network} probed={test.results?.get(network.chainId)} />
              {actionOf?.(network)}
            </div>
            <Problems network={network} probed={test.results?.get(network.chainId)} />
          </li>
        ))}
      </ul>
      <div class="below">
        <Button
          kind="soft"
          icon="redo"
          busy={test.isBusy && text.networks.testing}
          onClick={test.run}
        >
          {text.networks.test}
        </Button>
        <WorkSteps steps={test.steps} />
        {test.failure && <Notice tone="bad" title={problemText(test.failure)} />}
      </div>
    </>
  )
}

function useTests() {
  const work = useWork('test-networks', { isAllowed: ownersOnly() === undefined })
  const { last, isBusy, failure } = work
  const results = last && new Map(last.chains.map((chain) => [chain.chainId, chain]))
  const steps = last ? [] : work.steps
  return { isBusy, failure, results, steps, run: () => void work.start({}) }
}

type StateProps = { network: ShownNetwork; probed: Probed | undefined }

function problemsOf({ network, probed }: StateProps) {
  return probed
    ? probed.nodes.flatMap(({ host, mismatches }) => mismatches.map((each) => ({ host, ...each })))
    : network.nodes.flatMap(({ url, problems }) => problems.map((each) => ({ host: url, ...each })))
}

function NetworkState({ network, probed }: StateProps): VNode {
  if (network.status !== 'enabled') {
    return <Status tone="warn">{text.networks.statuses[network.status]}</Status>
  }
  const count = problemsOf({ network, probed }).length
  if (count > 0) {
    // As the Doctor says it: another node still works.
    const isServed = network.nodes.some(({ standing }) => standing === 'verified')
    return <Status tone={isServed ? 'warn' : 'bad'}>{text.networks.failing}</Status>
  }
  return <Status tone="ok">{probed ? text.networks.tested : text.networks.working}</Status>
}

function Problems(props: StateProps): VNode | null {
  const problems = problemsOf(props)
  if (problems.length === 0) return null
  return (
    <ul class="wide problems">
      {problems.map((each) => (
        <li key={`${each.host}${each.subject}`}>{nodeProblemText(each, text.networks.problems)}</li>
      ))}
    </ul>
  )
}
