import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { MoreMenu } from '../parts/more-menu.tsx'
import { Notice } from '../parts/status.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { navigate } from '../router.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import type { EndpointHealth } from './endpoint.ts'
import {
  ChangeEndpoint,
  DisableEndpoint,
  RemoveEndpoint,
  RotateSecret,
} from './endpoint-dialogs.tsx'
import { RecoverDeliveries } from './recover-deliveries.tsx'

type Props = { endpoint: EndpointHealth; onChange: () => void }

const dialogs = {
  change: ChangeEndpoint,
  disable: DisableEndpoint,
  remove: RemoveEndpoint,
  rotate: RotateSecret,
} as const

type Open = keyof typeof dialogs | { recoverSince: string | null }

export function EndpointActions({ endpoint, onChange }: Props): VNode {
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    onChange()
  }
  const Shown = typeof open === 'string' ? dialogs[open] : undefined
  return (
    <>
      {endpoint.active && <SendTest endpoint={endpoint} />}
      {!endpoint.active && <Enable endpoint={endpoint} onChange={onChange} onMissed={setOpen} />}
      {endpoint.active && (
        <Button reason={notForViewers()} onClick={() => setOpen({ recoverSince: null })}>
          {tools.webhooks.recover}
        </Button>
      )}
      <MoreMenu label={tools.webhooks.more}>
        <Button reason={ownersOnly()} onClick={() => setOpen('change')}>
          {tools.edit}
        </Button>
        <Button reason={ownersOnly()} onClick={() => setOpen('rotate')}>
          {tools.webhooks.rotate}
        </Button>
        {endpoint.active && (
          <Button reason={ownersOnly()} onClick={() => setOpen('disable')}>
            {tools.webhooks.disable}
          </Button>
        )}
        <Button kind="danger" reason={ownersOnly()} onClick={() => setOpen('remove')}>
          {tools.remove}
        </Button>
      </MoreMenu>
      {Shown && <Shown endpoint={endpoint} onClose={close} />}
      {typeof open === 'object' && (
        <RecoverDeliveries endpointId={endpoint.id} since={open.recoverSince} onClose={close} />
      )}
    </>
  )
}

/** Leads to the delivery of the test event, to see its outcome. */
function SendTest({ endpoint: { id, mode } }: Pick<Props, 'endpoint'>): VNode {
  const { submit, isBusy, failure } = useSubmit('send-test-event')
  const send = async () => {
    const sent = await submit({ id })
    if (!sent) return
    toast(tools.webhooks.testSent)
    navigate(recordPath('webhooks', mode, sent.deliveryId))
  }
  return (
    <>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      <Button reason={notForViewers()} busy={isBusy && text.working} onClick={() => void send()}>
        {tools.webhooks.test}
      </Button>
    </>
  )
}

type EnableProps = Props & { onMissed: (open: Open) => void }

/** Then offers to replay events that it missed meanwhile. */
function Enable({ endpoint: { id }, onChange, onMissed }: EnableProps): VNode {
  const { submit, isBusy, failure } = useSubmit('enable-webhook-endpoint')
  const enable = async () => {
    const enabled = await submit({ id })
    if (!enabled) return
    const { missed } = enabled
    toast(missed?.count ? counted(tools.webhooks.missed, missed.count) : tools.webhooks.enabled)
    if (missed?.count) onMissed({ recoverSince: missed.since })
    onChange()
  }
  return (
    <>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      <Button
        kind="primary"
        reason={ownersOnly()}
        busy={isBusy && text.working}
        onClick={() => void enable()}
      >
        {tools.webhooks.enable}
      </Button>
    </>
  )
}
