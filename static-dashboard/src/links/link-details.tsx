import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { CodeBox, CopyButton, CopyValue } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { isEmail } from '../parts/form-fields.ts'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { hrefOf, mode } from '../router.ts'
import { useQuery } from '../service/use-query.ts'
import { tools } from '../texts/tools/tools.ts'
import type { Link } from './link.ts'
import { draftOf } from './link-draft.ts'
import { LinkPreview } from './link-preview.tsx'
import { payButton, prefilledUrl } from './pay-button.ts'
import { QrDownloads } from './qr-downloads.tsx'

export function LinkDetails({ link }: { link: Link }): VNode {
  return (
    <div class="with-side">
      <div>
        <Address url={link.checkoutUrl} />
        <Section title={tools.links.qr}>
          <QrDownloads url={link.checkoutUrl} name={link.slug} />
        </Section>
        <ButtonSnippet url={link.checkoutUrl} />
      </div>
      <div class="beside">
        <LinkPreview draft={draftOf(link)} />
        <Facts link={link} />
      </div>
    </div>
  )
}

function Address({ url }: { url: string }): VNode {
  const [typed, setTyped] = useState('')
  const email = typed.trim()
  const isUsable = email === '' || isEmail(email)
  const shown = prefilledUrl(url, isUsable ? email : '')
  return (
    <Section title={tools.links.share}>
      <div class="stack">
        <code class="secret">{shown}</code>
        <div class="actions">
          <CopyButton value={shown} label={tools.links.copy} />
          <a class="button soft" href={shown} target="_blank" rel="noreferrer">
            {tools.links.open}
          </a>
        </div>
        <Field
          label={tools.links.prefill}
          hint={tools.links.prefillHint}
          error={isUsable ? undefined : tools.links.prefillShape}
          inputMode="email"
          maxLength={254}
          autocomplete="off"
          value={typed}
          onValue={setTyped}
        />
      </div>
    </Section>
  )
}

function ButtonSnippet({ url }: { url: string }): VNode {
  const { data } = useQuery('get-settings', { mode: mode.value })
  const [words, setWords] = useState<string>(tools.links.buttonDefault)
  const code = payButton({ url, words: words.trim(), color: data?.accentColor ?? null })
  return (
    <Section title={tools.links.button}>
      <div class="stack">
        <Field
          label={tools.links.buttonText}
          maxLength={60}
          autocomplete="off"
          value={words}
          onValue={setWords}
        />
        <CodeBox title={tools.links.buttonCode} code={code} />
      </div>
    </Section>
  )
}

function Facts({
  link: { id, successUrl, cancelUrl, createdAt, mode: of },
}: {
  link: Link
}): VNode {
  return (
    <dl class="facts">
      <div>
        <dt>{tools.created}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </div>
      {successUrl && <Url title={tools.links.successUrl} url={successUrl} />}
      {cancelUrl && <Url title={tools.links.cancelUrl} url={cancelUrl} />}
      <div>
        <dt>{tools.id}</dt>
        <dd>
          <CopyValue value={id} label={tools.copyId}>
            {`${id.slice(0, 9)}…`}
          </CopyValue>
        </dd>
      </div>
      <div>
        <dt>{tools.customers.payments}</dt>
        <dd>
          <a href={hrefOf(`/${of}/payments?link=${id}`)}>{tools.links.payments}</a>
        </dd>
      </div>
    </dl>
  )
}

function Url({ title, url }: { title: string; url: string }): VNode {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{url}</dd>
    </div>
  )
}
