import { render } from 'preact'
import { App } from './app.tsx'
import { tellHeight, tellSite, tellStatus } from './frame/tell-site.ts'
import { startLanguage } from './texts/text.ts'

// The document in a frame; `show-embedded-page` makes it.
const root = document.getElementById('root')
const { session, origins = '' } = root?.dataset ?? {}
if (root && session) {
  const isFramed = window.parent !== window
  const tell = isFramed ? tellSite(window, origins.split(' ')) : () => {}
  const route = { kind: 'session', id: session } as const
  tellHeight(tell, root)
  void startLanguage().then(() => {
    render(<App route={route} onState={tellStatus(tell)} />, root)
  })
}
