import { render } from 'preact'
import { App } from './app.tsx'
import { routeOf } from './route.ts'
import { startLanguage } from './texts/text.ts'

const root = document.getElementById('root')
if (root) {
  const [, refund] = /^\/refund\/([^/]+)\/?$/.exec(location.pathname) ?? []
  if (refund) {
    void import('./refund/start.tsx').then(({ showRefund }) => showRefund(root, refund))
  } else {
    void startLanguage().then(() => render(<App route={routeOf(location)} />, root))
  }
}
