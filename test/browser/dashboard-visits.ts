import { ok, type Reply } from './dashboard-fixture.ts'

/** What is shown, and what it needs. Paths are below `/dashboard`. */
export type Screen = {
  path: string
  replies: Readonly<Record<string, Reply | 'hang'>>
  /** Values by the labels of fields, before the clicks. */
  fields?: Readonly<Record<string, string>>
  /** Words that show that it is complete. */
  shows: readonly string[]
  /** What is clicked on the way there, by the names of buttons. */
  clicks?: readonly string[]
}

/** The operator of all screens. */
export const owner = {
  id: 'op_1',
  name: 'Jonas Weber',
  email: 'jonas@northfield.example',
  role: 'owner',
}

export const signedIn = {
  claimed: true,
  isSetUp: true,
  step: 'done',
  operator: owner,
  hasSecondFactor: true,
  isLocal: true,
}

/** Who visits. */
export const visit = (output: unknown) => ({ 'show-dashboard': ok(output) })
