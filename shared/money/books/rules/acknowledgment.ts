import { type Finding, findingId } from './difference.ts'

/** An owner's word that a difference is explained, such as an authorization that somebody else submitted. */
export type Acknowledgment = {
  /** Derived from the finding's content: if anything in it changes, the owner is notified again. */
  findingId: string
  note: string
  acknowledgedAt: Date
}

/** The findings that the owner knows of, and that still need somebody, in the order given. */
export function openFindings(
  findings: readonly Finding[],
  acknowledgments: readonly Acknowledgment[],
): Finding[] {
  const known = new Set(acknowledgments.map((one) => one.findingId))
  return findings.filter((finding) => finding.reportedAt !== null && !known.has(findingId(finding)))
}
