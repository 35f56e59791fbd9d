import { createContext } from 'preact'
import { useContext, useLayoutEffect } from 'preact/hooks'
import { fieldProblem } from '../problem-text.ts'
import type { Failure } from '../service/result.ts'
import { text } from '../texts/text.ts'

export type Reported = {
  /** Why the form can't be sent with this value. */
  problem: string | undefined
  /** The service's name of the field. */
  name: string | undefined
}

/** Shared by a form and its fields. */
export type FormFields = {
  /** Whether somebody has tried to send it as it is: only then an empty field is wrong. */
  isTried: boolean
  failure: Failure | undefined
  report: (id: string, reported: Reported | undefined) => void
}

export const FormContext = createContext<FormFields | null>(null)

/** The text below a field of a form: why it can't be sent, else the service's error about it. */
export function useFieldProblem(id: string, { problem, name }: Reported): string | undefined {
  const form = useContext(FormContext)
  // Before the next event: what a password manager fills in and sends at once is complete.
  useLayoutEffect(() => {
    form?.report(id, { problem, name })
    return () => form?.report(id, undefined)
  }, [form?.report, id, problem, name])
  // What the service said is about what was sent, not about what can't be sent now.
  if (form?.isTried) return problem
  return name === undefined ? undefined : fieldProblem(form?.failure, name)
}

/** Whether one of the fields shows this problem. */
export function isShownBy(fields: Iterable<Reported>, failure: Failure | undefined): boolean {
  return [...fields].some(({ name }) => name !== undefined && fieldProblem(failure, name))
}

/** The problem of an email; the service has the same rule. */
export function emailProblem(value: string): string | undefined {
  return emptyProblem(value) ?? (isEmail(value.trim()) ? undefined : text.problems.email)
}

export function isEmail(value: string): boolean {
  return /^\S+@[^\s@]+$/.test(value)
}

export function emptyProblem(value: string): string | undefined {
  return value.trim() === '' ? text.problems.empty : undefined
}
