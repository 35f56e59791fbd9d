import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { providerFacts } from '../../../shared/records/integrations/rules/provider-name.ts'
import { Button } from '../parts/button.tsx'
import { CopyValue } from '../parts/copy.tsx'
import { Notice, Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toasts.tsx'
import { problemText } from '../problem-text.ts'
import { hrefOf } from '../router.ts'
import { ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { instance } from '../texts/instance/instance.ts'
import { text } from '../texts/text.ts'
import { CredentialsDialog } from './credentials-dialog.tsx'
import type { Integration } from './integration.ts'

type Props = { integration: Integration; onChanged: () => void }

export function IntegrationRow(props: Props): VNode {
  const { integration, onChanged } = props
  const { title, mode, beta, webhookUrl, available } = integration
  const [isEditing, setEditing] = useState(false)
  return (
    <li class="provider">
      <span class="mark" aria-hidden="true">
        {title.slice(0, 1)}
      </span>
      <div>
        <h3>
          {title}
          {beta && <span class="tag">Beta</span>}
          {mode === 'test' && available && <span class="tag">{instance.integrations.sandbox}</span>}
        </h3>
        <p>
          {aboutOf(integration)} <Sandbox {...integration} />
        </p>
        {available ? <Health {...props} /> : <p>{instance.integrations.liveOnly}</p>}
        {integration.account && (
          <CopyValue value={webhookUrl} label={text.copy}>
            {instance.integrations.webhookUrl}
          </CopyValue>
        )}
      </div>
      {available && (
        <div class="actions">
          <State {...props} />
          <Button kind="soft" reason={ownersOnly()} onClick={() => setEditing(true)}>
            {integration.account ? instance.integrations.replace : instance.integrations.setUp}
          </Button>
          {integration.account && <AccountActions {...props} />}
        </div>
      )}
      {isEditing && (
        <CredentialsDialog
          integration={integration}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            onChanged()
          }}
        />
      )}
    </li>
  )
}

function aboutOf({ provider, title }: Integration): string {
  const about: Readonly<Record<string, string>> = instance.integrations.gateways
  return about[provider] ?? fill(instance.integrations.onRamp, { title })
}

/** Test mode has an account of its own, at the provider's sandbox. */
function Sandbox({ provider, mode }: Pick<Integration, 'provider' | 'mode'>): VNode | null {
  if (mode === 'test') return null
  if (!providerFacts[provider].hasSandbox) return <>{instance.integrations.noSandbox}</>
  return <a href={hrefOf('/test/integrations')}>{instance.integrations.setUpSandbox}</a>
}

function State({ integration: { account, ...health } }: Props): VNode {
  if (!account) return <Status tone="quiet">{instance.integrations.none}</Status>
  if (!account.enabled) return <Status tone="quiet">{instance.integrations.disabled}</Status>
  if (health.signaturesMismatch) {
    return <Status tone="bad">{instance.integrations.mismatch}</Status>
  }
  return isFailing(health) ? (
    <Status tone="bad">{instance.integrations.failing}</Status>
  ) : (
    <Status tone="ok">{instance.integrations.enabled}</Status>
  )
}

/** Whether its latest sign of life was a problem. */
function isFailing({
  lastProblemAt,
  lastCallbackAt,
}: Pick<Integration, 'lastProblemAt' | 'lastCallbackAt'>): boolean {
  return lastProblemAt !== null && (lastCallbackAt === null || lastCallbackAt < lastProblemAt)
}

function Health({ integration }: Props): VNode | null {
  const { account, lastCallbackAt, lastProblem, lastProblemAt } = integration
  if (!account) return null
  return (
    <>
      <p>
        {instance.integrations.lastCallback}{' '}
        {lastCallbackAt ? <Time at={lastCallbackAt} /> : instance.integrations.never}
      </p>
      {lastProblem && lastProblemAt && (
        <p>
          {instance.integrations.lastProblem} <Time at={lastProblemAt} />: {lastProblem}
        </p>
      )}
      {account.next && (
        <p>
          {fill(instance.integrations.nextAccount, { fingerprint: account.next.fingerprint })}{' '}
          <Time at={account.next.from} isDue />{' '}
          {account.next.wallet &&
            fill(instance.integrations.nextWallet, { address: account.next.wallet })}
        </p>
      )}
    </>
  )
}

function AccountActions({ integration, onChanged }: Props): VNode {
  const { provider, mode, title, account } = integration
  const verify = useSubmit('verify-integration')
  const enable = useSubmit('enable-integration')
  const disable = useSubmit('disable-integration')
  const given = { provider, mode }
  const cancel = useSubmit('cancel-integration-change')
  const change = account?.enabled ? disable : enable
  const failure = verify.failure ?? change.failure ?? cancel.failure
  const check = async () => {
    const checked = await verify.submit(given)
    if (checked?.accepted) toast(fill(instance.integrations.accepted, { title }))
  }
  const cancelNext = async () => {
    if (await cancel.submit({ ...given, dryRun: false })) onChanged()
  }
  const toggle = async () => {
    if (await change.submit(given)) onChanged()
  }
  return (
    <>
      <Button
        kind="soft"
        reason={ownersOnly()}
        busy={verify.isBusy && text.working}
        onClick={() => void check()}
      >
        {instance.integrations.verify}
      </Button>
      <Button
        kind="soft"
        reason={ownersOnly()}
        busy={change.isBusy && text.working}
        onClick={() => void toggle()}
      >
        {account?.enabled ? instance.integrations.disable : instance.integrations.enable}
      </Button>
      {account?.next && (
        <Button
          kind="soft"
          reason={ownersOnly()}
          busy={cancel.isBusy && text.working}
          onClick={() => void cancelNext()}
        >
          {instance.integrations.cancelChange}
        </Button>
      )}
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      {verify.last && !verify.last.accepted && (
        <Notice tone="bad" title={fill(instance.integrations.refused, { title })}>
          {verify.last.problem}
        </Notice>
      )}
    </>
  )
}
