import type { Mode } from '../../kernel/mode.ts'

/** Who acted: an identity that AWS confirmed, or nobody known, with the id of the request to look for in AWS's own log. */
export type Actor = { kind: 'aws'; arn: string } | { kind: 'unverified'; requestId: string }

export const auditedActions = ['session.accept', 'session.dismiss'] as const
type AuditedAction = (typeof auditedActions)[number]

/** One operation of an operator. Entries are only ever added, each in the transaction that has the effect. */
export type AuditEntry = {
  id: string
  mode: Mode
  actor: Actor
  action: AuditedAction
  /** Id of what was acted on. */
  target: string
  note: string
  /** What it came to, such as `underpaid → paid`. */
  outcome: string
  /** What was named, such as the deposits that were accepted. */
  details: Readonly<Record<string, string>>
  createdAt: Date
}
