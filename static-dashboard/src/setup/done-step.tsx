import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { fill } from '../../../shared/kernel/template.ts'
import { NoticesSlot } from '../notices/notices-slot.tsx'
import { Button, ButtonLink } from '../parts/button.tsx'
import { CodeBox } from '../parts/copy.tsx'
import { Loaded, Section, Unloaded } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/result.ts'
import { useQuery } from '../service/use-query.ts'
import { setup } from '../texts/setup/setup.ts'
import { text } from '../texts/text.ts'
import { Back } from './back.tsx'
import { firstKey, type KnownKey, newFirstKey } from './first-key.ts'
import { KeepThese } from './keep-these.tsx'
import { StepHead } from './step-head.tsx'

export function DoneStep(): VNode {
  const key = firstKey.value
  return (
    <>
      <StepHead title={setup.ready.title}>{setup.ready.lead}</StepHead>
      <Section title={setup.ready.key}>
        {key === null ? <NoSecret /> : <KeyWithCode apiKey={key} />}
      </Section>
      <KeepThese />
      <Section title={setup.ready.notices}>
        <p class="quiet">{setup.ready.noticesText}</p>
        <NoticesSlot mode="live" />
      </Section>
      <LeftOut />
      <div class="go wizard-end">
        <Back to="payment" />
        <ButtonLink kind="primary" to="/test/home">
          {setup.ready.open}
        </ButtonLink>
      </div>
    </>
  )
}

function KeyWithCode({ apiKey }: { apiKey: string }): VNode {
  return (
    <div class="stack">
      <Notice tone="warn" title={setup.ready.once} />
      <CodeBox title={setup.ready.keyTitle} code={apiKey} />
      <CodeBox title={setup.ready.terminal} code={curlOf(apiKey)} />
    </div>
  )
}

function curlOf(apiKey: string): string {
  return [
    `curl ${location.origin}/api/v1/checkout_sessions \\`,
    `  -H "Authorization: Bearer ${apiKey}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"amount": {"value": "12.00", "currency": "USD"}}'`,
  ].join('\n')
}

/** Before there is a key, or after a reload, which can't show its secret again. */
function NoSecret(): VNode {
  const known = useQuery('list-api-keys', { mode: 'test' })
  return (
    <Loaded query={known} rows={2}>
      {({ keys }) => <MakeKey lost={keys.find(({ revokedAt }) => revokedAt === null)} />}
    </Loaded>
  )
}

function MakeKey({ lost }: { lost: KnownKey | undefined }): VNode {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const make = async (given?: KnownKey) => {
    setBusy(true)
    setFailure(undefined)
    setFailure(await newFirstKey(setup.ready.keyName, given))
    setBusy(false)
  }
  const busy = isBusy && text.working
  return (
    <div class="stack">
      <p class="quiet">
        {lost
          ? fill(setup.ready.lost, { name: lost.name, prefix: lost.prefix })
          : setup.ready.noKey}
      </p>
      {failure && failure.kind !== 'cancelled' && (
        <Notice tone="bad" title={problemText(failure)} />
      )}
      <div class="actions">
        {lost && (
          <Button kind="primary" icon="redo" busy={busy} onClick={() => void make(lost)}>
            {setup.ready.roll}
          </Button>
        )}
        <Button
          kind={lost ? 'default' : 'primary'}
          icon="plus"
          busy={busy}
          onClick={() => void make()}
        >
          {lost ? setup.ready.another : setup.ready.create}
        </Button>
      </div>
    </div>
  )
}

/** Parts that the owner left out on purpose. */
function LeftOut(): VNode | null {
  const progress = useQuery('show-setup', {})
  const names = progress.data?.modes.flatMap(({ leftOut }) => leftOut.map(({ name }) => name)) ?? []
  if (names.length === 0) return <Unloaded query={progress} />
  return (
    <div class="section">
      <Notice
        tone="warn"
        title={fill(setup.ready.leftOut, { names: names.join(', ') })}
        action={
          <ButtonLink kind="soft" to="/setup?step=payouts">
            {setup.payouts.setAfterAll}
          </ButtonLink>
        }
      >
        {setup.payouts.leftOutText}
      </Notice>
    </div>
  )
}
