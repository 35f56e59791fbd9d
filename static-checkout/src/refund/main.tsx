import { render } from 'preact'
import { startRefundTexts } from '../texts/refund/refund-text.ts'
import { startLanguage } from '../texts/text.ts'
import { RefundPage } from './refund-page.tsx'

const root = document.getElementById('root')
if (root) {
  const id = /^\/refund\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? ''
  // The secret of the link is after the #, which browsers send to nobody.
  const page = <RefundPage id={id} secret={location.hash.slice(1)} />
  void Promise.all([startLanguage(), startRefundTexts().catch(() => undefined)]).then(() =>
    render(page, root),
  )
}
