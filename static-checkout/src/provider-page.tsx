import { render } from 'preact'
import { App } from './app.tsx'
import { startLanguage } from './texts/text.ts'

// The document around a provider's frame; `show-provider-page` makes it.
const root = document.getElementById('root')
const { session, url, allow = '' } = root?.dataset ?? {}
if (window.parent !== window) {
  // The provider is done, and has led its frame back here.
  window.parent.location.replace(`/checkout/${session}`)
} else if (root && session && url) {
  const route = { kind: 'session', id: session } as const
  void startLanguage().then(() => render(<App route={route} frame={{ url, allow }} />, root))
} else {
  // Nothing can be paid that way any more.
  location.replace(`/checkout/${session}`)
}
