import { render } from 'preact'
import { App } from './app.tsx'
import { routeOf } from './route.ts'
import { startLanguage } from './texts/text.ts'

const root = document.getElementById('root')
if (root) {
  void startLanguage().then(() => render(<App route={routeOf(location)} />, root))
}
