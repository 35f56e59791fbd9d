import { render } from 'preact'
import { App } from './app.tsx'
import { statusReporter } from './frame/report-status.ts'
import { startLanguage } from './texts/text.ts'

// The document in a frame; `show-embedded-page` makes it.
const root = document.getElementById('root')
const { session, origins = '' } = root?.dataset ?? {}
if (root && session) {
  const isFramed = window.parent !== window
  const report = isFramed ? statusReporter(window, origins.split(' ')) : () => {}
  const route = { kind: 'session', id: session } as const
  void startLanguage().then(() => render(<App route={route} onState={report} />, root))
}
