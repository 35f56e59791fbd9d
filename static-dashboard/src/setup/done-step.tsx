import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../parts/button.tsx'
import { CodeBox } from '../parts/copy.tsx'
import { Section } from '../parts/page.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import type { Failure } from '../service/call.ts'
import { text } from '../texts/text.ts'
import { ensureFirstKey, firstKey } from './first-key.ts'
import { StepHead } from './step-head.tsx'

/** The first API key, and the code that uses it. */
export function DoneStep(): VNode {
  const key = firstKey.value
  return (
    <>
      <StepHead title={text.ready.title}>{text.ready.lead}</StepHead>
      <Section title={text.ready.key}>
        {key === null ? <NewKey /> : <KeyWithCode apiKey={key} />}
      </Section>
      <div class="go wizard-end">
        <span />
        <ButtonLink kind="primary" to="/test/home">
          {text.ready.open}
        </ButtonLink>
      </div>
    </>
  )
}

function KeyWithCode({ apiKey }: { apiKey: string }): VNode {
  return (
    <div class="stack">
      <Notice tone="warn" title={text.ready.once} />
      <CodeBox title={text.ready.keyTitle} code={apiKey} />
      <CodeBox title={text.ready.terminal} code={curlOf(apiKey)} />
      <p class="quiet">{text.ready.next}</p>
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

function NewKey(): VNode {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const create = async () => {
    setBusy(true)
    const created = await ensureFirstKey(text.payment.keyName)
    setBusy(false)
    if ('kind' in created) setFailure(created)
  }
  return (
    <div class="stack">
      <p class="quiet">{text.ready.noKey}</p>
      {failure && <Notice tone="bad" title={problemText(failure)} />}
      <Button icon="plus" busy={isBusy && text.working} onClick={() => void create()}>
        {text.ready.create}
      </Button>
    </div>
  )
}
