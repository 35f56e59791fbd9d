import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ClaimView } from '../../../shared/money/refunds/wire/claim.ts'
import { Headline } from '../parts/headline.tsx'
import { LanguageMenu } from '../parts/language-menu.tsx'
import { Seller, useAccent } from '../parts/order.tsx'
import type { Result } from '../request.ts'
import { refundText } from '../texts/refund/refund-text.ts'
import { text } from '../texts/text.ts'
import { AddressForm } from './address-form.tsx'
import { GivenAddress } from './given-address.tsx'
import { type Link, showClaim } from './refund-api.ts'

/** How often a page that waits for the seller polls. */
const everyMs = 10_000

type Problem = 'missing' | 'ended' | 'busy' | 'unreachable'

type Page =
  | { kind: 'loading' }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'shown'; view: ClaimView }

export function RefundPage(link: Link): VNode {
  const [page, setPage] = useState<Page>({ kind: 'loading' })
  const [, setSwitches] = useState(0)
  const view = page.kind === 'shown' ? page.view : undefined
  const load = () => void showClaim(link).then((result) => setPage((now) => pageOf(now, result)))
  useEffect(load, [])
  useEffect(() => {
    if (view?.status !== 'ready' && view?.status !== 'sent') return
    const timer = window.setInterval(load, everyMs)
    return () => window.clearInterval(timer)
  }, [view?.status])
  useEffect(() => {
    document.title = refundText.title
  })
  useAccent(view?.merchant)
  return (
    <>
      <div class="ribbon-space">
        {view?.livemode === false && <header class="ribbon">{text.testRibbon}</header>}
      </div>
      <div class="page">
        <aside class="order">{view && <Seller merchant={view.merchant} />}</aside>
        <main class="sheet">
          <Screen
            page={page}
            link={link}
            show={(next) => setPage({ kind: 'shown', view: next })}
            retry={load}
          />
        </main>
      </div>
      {page.kind !== 'loading' && (
        <footer class="page-foot">
          <LanguageMenu onSwitch={() => setSwitches((count) => count + 1)} />
        </footer>
      )}
    </>
  )
}

/** A page that is shown stays while the service can't be reached. */
function pageOf(now: Page, result: Result<ClaimView>): Page {
  if (result.kind === 'ok') return { kind: 'shown', view: result.body }
  const problem = problemOf(result)
  const passes = problem === 'busy' || problem === 'unreachable'
  return now.kind === 'shown' && passes ? now : { kind: 'problem', problem }
}

function problemOf(result: Exclude<Result<ClaimView>, { kind: 'ok' }>): Problem {
  if (result.kind !== 'rejected') return 'unreachable'
  if (result.code === 'link_gone') return 'ended'
  if (result.code === 'rate_limit_exceeded') return 'busy'
  const isMissing = result.code === 'resource_not_found' || result.code.startsWith('parameter_')
  return isMissing ? 'missing' : 'unreachable'
}

type ScreenProps = {
  page: Page
  link: Link
  show: (view: ClaimView) => void
  retry: () => void
}

function Screen({ page, link, show, retry }: ScreenProps): VNode {
  if (page.kind === 'loading') {
    return (
      <div class="body" aria-busy="true">
        <i class="bone bone-amount" />
        <i class="bone bone-line" />
        <i class="bone bone-field" />
      </div>
    )
  }
  if (page.kind === 'problem') return <ProblemScreen problem={page.problem} retry={retry} />
  const { view } = page
  if (view.status === 'awaiting_address') {
    return <AddressForm link={link} view={view} show={show} reload={retry} />
  }
  return <GivenAddress view={view} />
}

function ProblemScreen({ problem, retry }: { problem: Problem; retry: () => void }): VNode {
  const { headline, body } = problem === 'busy' ? text.problems.busy : refundText[problem]
  const passes = problem === 'busy' || problem === 'unreachable'
  return (
    <div class="body">
      <Headline tone={problem === 'unreachable' ? 'bad' : 'warn'} headline={headline}>
        {body}
      </Headline>
      {passes && (
        <button type="button" class="button primary" onClick={retry}>
          {text.retry}
        </button>
      )}
    </div>
  )
}
