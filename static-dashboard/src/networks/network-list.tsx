import type { VNode } from 'preact'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { WorkSteps } from '../parts/work-steps.tsx'
import { problemText } from '../problem-text.ts'
import { useWork } from '../service/use-work.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import type { ShownNetwork } from './network.ts'
import { type Finding, NetworkFindings, NetworkState } from './network-state.tsx'

/** Each network with its nodes, and a test of all nodes now, which stores the results. */
export function NetworkList(props: {
  networks: readonly ShownNetwork[]
  /** From the Doctor; undefined until they are loaded. */
  findings: readonly Finding[] | undefined
  showsMode?: boolean
  actionOf?: (network: ShownNetwork) => VNode
  onTested: () => void
}): VNode {
  const { networks, findings, showsMode = false, actionOf, onTested } = props
  if (networks.length === 0) {
    return (
      <Empty icon="network" title={instance.networks.none}>
        {instance.networks.noneText}
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
              {findings && <NetworkState network={network} findings={findings} />}
              {actionOf?.(network)}
            </div>
            {findings && <NetworkFindings network={network} findings={findings} />}
          </li>
        ))}
      </ul>
      <TestAll onTested={onTested} />
    </>
  )
}

function TestAll({ onTested }: { onTested: () => void }): VNode {
  const work = useWork('test-networks', {
    onEnd: (result) => {
      if (result.kind === 'ok') toast(instance.networks.tested)
      onTested()
    },
  })
  return (
    <div class="below">
      <Button
        kind="soft"
        icon="redo"
        busy={work.isBusy && instance.networks.testing}
        onClick={() => void work.start({})}
      >
        {instance.networks.test}
      </Button>
      {!work.last && <WorkSteps steps={work.steps} />}
      {work.failure && <Notice tone="bad" title={problemText(work.failure)} />}
    </div>
  )
}
