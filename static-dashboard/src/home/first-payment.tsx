import type { VNode } from 'preact'
import { Button, ButtonLink } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Notice } from '../parts/status.tsx'
import { problemText } from '../problem-text.ts'
import { mode } from '../router.ts'
import { call } from '../service/call.ts'
import { notForViewers, ownersOnly } from '../service/role.ts'
import { useSubmit } from '../service/use-submit.ts'
import { recordPath } from '../shell/record-path.ts'
import { money } from '../texts/money/money.ts'

type Props = {
  /** The slug of a link that was made for a test payment before. */
  slug: string | undefined
  /** Whether customers can pay already. */
  isReady: boolean
  isNext: boolean
}

/** The last step: a payment link, and in test mode its first payment. */
export function FirstPayment({ slug, isReady, isNext }: Props): VNode {
  const { submit, isBusy, failure, last } = useSubmit('add-link')
  const words = money.home.firstPayment
  const { title, text, action } = words[mode.value]
  const kind = isNext ? 'primary' : 'soft'
  const isTest = mode.value === 'test'
  const made = isTest ? (last?.slug ?? slug) : undefined
  const create = async () => {
    const price = { fiatAmount: '5.00', fiatCurrency: 'USD' }
    const link = await submit({ mode: 'test', title: words.linkTitle, ...price })
    if (!link || ownersOnly()) return
    // So that it is still known after a reload.
    await call('note-setup', { step: 'payment', slug: link.slug, sessionId: null })
  }
  return (
    <li>
      <div>
        <h2>{title}</h2>
        <p>{made === undefined ? text : words.ready}</p>
        {failure && <Notice tone="bad" title={problemText(failure)} />}
      </div>
      {made !== undefined && <Made slug={made} kind={kind} />}
      {made === undefined && isTest && (
        <Button
          kind={kind}
          reason={isReady ? notForViewers() : words.notYet}
          busy={isBusy && action}
          onClick={() => void create()}
        >
          {action}
        </Button>
      )}
      {!isTest && (
        <ButtonLink kind={kind} to={recordPath('links', 'live', 'new')}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}

function Made({ slug, kind }: { slug: string; kind: 'primary' | 'soft' }): VNode {
  const url = `${location.origin}/l/${slug}`
  const { open, copy } = money.home.firstPayment
  return (
    <div class="actions">
      <CopyButton value={url} label={copy} />
      <a class={`button ${kind}`} href={url} target="_blank" rel="noreferrer">
        {open}
      </a>
    </div>
  )
}
