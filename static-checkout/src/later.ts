import { loadUntilDone } from './load-until-done.ts'

/** What a visitor doesn't need for the first screen: it loads while the page asks for the session. */
export const later = {
  screens: loadUntilDone(() => import('./views/screens.ts')),
  pay: loadUntilDone(() => import('./pay.ts')),
  followSession: loadUntilDone(() => import('./follow-session.ts')),
}
