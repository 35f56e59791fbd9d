import type { Actor } from '../audit-entry.ts'
import type { Role } from '../roles.ts'
import type { NoteStep } from '../work.ts'
import type { LimitVisits } from './page-request.ts'
import type { Client } from './visitor-request.ts'

/** The sign-in of a request, and its operator. */
export type FoundSignIn = {
  id: string
  operator: { id: string; email: string; name: string; role: Role }
  lastSeenAt: Date
  startedAt: Date
  browser: string
  /** Whether the first-run wizard's steps need one proof for all of them. */
  isInWizard: boolean
  /** False for somebody who must add a second factor before anything else. Nobody needs one for the local owner. */
  hasSecondFactor: boolean
}

/** A request of the dashboard's pages from somebody who is signed in. */
export type Visit = {
  signIn: FoundSignIn
  client: Client
  /** The value of the sign-in's cookie. */
  cookie: string
  /** Where the page came from, such as `https://pay.example.com`. */
  origin: string | undefined
  /** Counts the request once per subject, even if it is decided again. */
  limit: LimitVisits
}

/** An operator's request, with a lookup of their identity. */
export type OperatorRequest<Input = unknown> = {
  input: Input
  findActor: () => Promise<Actor>
  /** Notes a step while it runs, if it runs in the background. */
  noting?: NoteStep
  /** Only of a request that the dashboard sent. */
  visit?: Visit
}
