import type { Actor } from './audit-entry.ts'
import type { Words } from './errors.ts'
import type { Role } from './roles.ts'

export const stepStates = ['running', 'done', 'failed'] as const

/** One step of an operation; `of` names its subject, such as a chain. */
export type Step = { name: string; of: string | null; state: (typeof stepStates)[number] }

/** Runs a step, and notes when it begins and how it ends. */
export type NoteStep = <Result>(
  step: Pick<Step, 'name' | 'of'>,
  run: () => Promise<Result>,
) => Promise<Result>

/** For callers that nobody watches, such as the terminal. */
export const withoutNotes: NoteStep = (_, run) => run()

export const workStates = ['waiting', 'running', 'done', 'failed'] as const

/** An operation that runs in the background. */
export type Work = {
  id: string
  operation: string
  /** The id of the record that it is about, else its mode; empty if it is about the whole instance. */
  target: string
  actor: Actor
  /** The lowest role that may see it; whoever started it may, too. */
  role: Role
  state: (typeof workStates)[number]
  /** Sealed if it may hold a secret; null once the work has begun. */
  input: string | null
  steps: readonly Step[]
  result: Readonly<Record<string, unknown>> | null
  problem: WorkProblem | null
  startedAt: Date
  /** Work that isn't done by then has been interrupted. */
  lateAt: Date
}

/** The record that an input names by its `id`, else the mode that it names. */
export function targetOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  if ('id' in input && typeof input.id === 'string') return input.id
  return 'mode' in input && typeof input.mode === 'string' ? input.mode : ''
}

export type WorkProblem = {
  code: string
  message: string
  param: string | null
  words?: Words | undefined
}

/** Its function has ended by then, or was never invoked. */
export function lateAt(startedAt: Date, timeoutSeconds: number): Date {
  return new Date(startedAt.getTime() + (timeoutSeconds + 60) * 1000)
}

/** The steps with this one, in place of an earlier one of the same name about the same. */
export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const index = steps.findIndex(({ name, of }) => name === step.name && of === step.of)
  return index < 0 ? [...steps, step] : steps.with(index, step)
}

export const interrupted: WorkProblem = {
  code: 'interrupted',
  message: 'This was interrupted. See what it has changed, and start it again if you need to.',
  param: null,
}
