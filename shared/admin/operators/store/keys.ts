import type { Key } from '../../../kernel/store/keys.ts'

export const operatorKeys = {
  /** All operators share a partition, so one query finds them all. */
  operator: (id: string): Key => ({ pk: 'operators', sk: id }),
  /** The version of the set of operators. */
  staff: (): Key => ({ pk: 'staff', sk: 'staff' }),
  /** All sign-ins share a partition: there are few, and each ends after 12 hours. */
  signIn: (id: string): Key => ({ pk: 'sign-ins', sk: id }),
  /** When the operator was last active in a sign-in. */
  signInSeen: (id: string): Key => ({ pk: 'sign-ins-seen', sk: id }),
  /** A credential of an operator; the name says which. */
  credential: (operatorId: string, name: string): Key => ({
    pk: `credentials#${operatorId}`,
    sk: name,
  }),
  challenge: (id: string): Key => ({ pk: `challenge#${id}`, sk: 'challenge' }),
  /** Failed sign-ins. */
  guesses: (subjectHash: string): Key => ({ pk: `guesses#${subjectHash}`, sk: 'guesses' }),
  /** Wrong codes after the right password: all share a partition, so one query finds them. */
  wrongCodes: (operatorId: string, browser: string): Key => ({
    pk: 'wrong-codes',
    sk: `${operatorId}#${browser}`,
  }),
  /** A browser in which an operator has signed in. */
  browser: (operatorId: string, hash: string): Key => ({ pk: `browsers#${operatorId}`, sk: hash }),
  work: (id: string): Key => ({ pk: `work#${id}`, sk: 'work' }),
  /** The latest work of an operation about a target. */
  latestWork: (operation: string, target: string): Key => ({
    pk: `work#latest#${operation}#${target}`,
    sk: 'work',
  }),
  invitation: (id: string): Key => ({ pk: 'invitations', sk: id }),
  /** The parts of the first-run wizard's progress that nothing else shows. */
  setupProgress: (): Key => ({ pk: 'setup-progress', sk: 'setup-progress' }),
  /** Up to when owners were mailed about changes. */
  ownerMail: (): Key => ({ pk: 'owner-mail', sk: 'owner-mail' }),
  setupToken: (): Key => ({ pk: 'setup-token', sk: 'setup-token' }),
} as const
