import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { call } from '../service/call.ts'
import { notForViewers } from '../service/role.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'

type Props = { id: string; kind: ButtonKind; onChange: () => void }

export function Replay({ id, kind, onChange }: Props): VNode {
  const [isBusy, setBusy] = useState(false)
  const replay = async () => {
    setBusy(true)
    const result = await call('replay-delivery', { id })
    setBusy(false)
    if (result.kind === 'cancelled') return
    toast(result.kind === 'ok' ? tools.webhooks.replayed : problemText(result))
    onChange()
  }
  return (
    <Button
      kind={kind}
      icon="redo"
      reason={notForViewers()}
      busy={isBusy && text.working}
      onClick={() => void replay()}
    >
      {tools.webhooks.replay}
    </Button>
  )
}
