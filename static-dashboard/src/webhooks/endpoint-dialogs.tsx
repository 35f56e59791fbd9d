import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../parts/operation-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { toast } from '../parts/toasts.tsx'
import { navigate } from '../router.ts'
import { useSubmit } from '../service/use-submit.ts'
import { text } from '../texts/text.ts'
import { tools } from '../texts/tools/tools.ts'
import { secretWords } from './add-endpoint.tsx'
import type { EndpointHealth } from './endpoint.ts'
import { EndpointForm } from './endpoint-form.tsx'

type Props = { endpoint: EndpointHealth; onClose: () => void }

export function ChangeEndpoint({ endpoint, onClose }: Props): VNode {
  const { submit, isBusy, failure } = useSubmit('change-endpoint')
  const { id, url, events } = endpoint
  const send = async (draft: { url: string; events: typeof events }) => {
    if (!(await submit({ id, ...draft }))) return
    toast(tools.webhooks.saved)
    onClose()
  }
  return (
    <EndpointForm
      title={tools.webhooks.editTitle}
      submitLabel={text.save}
      start={{ url, events }}
      isBusy={isBusy}
      failure={failure}
      onSubmit={(draft) => void send(draft)}
      onClose={onClose}
    />
  )
}

export function DisableEndpoint({ endpoint: { id }, onClose }: Props): VNode {
  return (
    <OperationDialog
      title={tools.webhooks.disableTitle}
      text={tools.webhooks.disableText}
      submitLabel={tools.webhooks.disable}
      operation="disable-webhook-endpoint"
      input={{ id }}
      said={tools.webhooks.disabledToast}
      onClose={onClose}
    />
  )
}

export function RemoveEndpoint({ endpoint: { id, mode }, onClose }: Props): VNode {
  return (
    <OperationDialog
      title={tools.webhooks.removeTitle}
      text={tools.webhooks.removeText}
      submitLabel={tools.remove}
      operation="remove-endpoint"
      input={{ id }}
      said={tools.webhooks.removed}
      onDone={() => navigate(`/${mode}/webhooks`)}
      onClose={onClose}
    />
  )
}

/** The new secret is shown once; the old one signs for a day. */
export function RotateSecret({ endpoint: { id }, onClose }: Props): VNode {
  const [secret, setSecret] = useState<string>()
  if (secret) return <SecretDialog secret={secret} words={secretWords()} onClose={onClose} />
  return (
    <OperationDialog
      title={tools.webhooks.rotateTitle}
      text={tools.webhooks.rotateText}
      submitLabel={tools.webhooks.rotate}
      operation="rotate-webhook-secret"
      input={{ id }}
      onDone={(done) => setSecret(done.secret)}
      onClose={onClose}
    />
  )
}
