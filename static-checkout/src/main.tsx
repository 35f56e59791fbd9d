import { render } from 'preact'
import { App } from './app.tsx'
import { routeOf } from './route.ts'

const root = document.getElementById('root')
if (root) render(<App route={routeOf(location)} />, root)
