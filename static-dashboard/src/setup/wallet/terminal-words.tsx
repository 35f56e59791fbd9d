import type { VNode } from 'preact'
import { CodeBox } from '../../parts/copy.tsx'
import { usePolling } from '../../service/use-polling.ts'
import { loadVisit } from '../../service/visit.ts'
import { setup } from '../../texts/setup/setup.ts'
import { stepOf } from '../steps.ts'

const waitMs = 3_000

/** The command that makes the words where no browser sees them. The wizard continues when the service has its wallet. */
export function TerminalWords({ onDone }: { onDone: () => void }): VNode {
  usePolling(async () => {
    const loaded = await loadVisit()
    if (loaded.kind === 'ok' && stepOf(loaded.output, 'networks') === 'networks') onDone()
  }, waitMs)
  return (
    <div class="terminal-words">
      <CodeBox title={setup.wallet.terminalCommand} code="npm run operate -- wallet create" />
      <p class="quiet" role="status">
        {setup.wallet.terminalWaiting}
      </p>
    </div>
  )
}
