import { render } from 'preact'
import { App } from './app.tsx'
import { startRouter } from './router.ts'
import { watchConnection } from './service/call.ts'
import { loadVisit } from './service/visit.ts'
import { startLanguage } from './texts/text.ts'
import { applyTheme } from './theme.ts'

applyTheme()
const root = document.getElementById('root')
if (root) {
  startRouter()
  watchConnection()
  // Says that the service is reached again.
  window.addEventListener('online', () => void loadVisit())
  void loadVisit()
  void startLanguage().then(() => render(<App />, root))
}
