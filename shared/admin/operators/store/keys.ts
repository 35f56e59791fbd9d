import type { Key } from '../../../kernel/store/keys.ts'

export const operatorKeys = {
  /** All operators share a partition, so one query finds them all. */
  operator: (id: string): Key => ({ pk: 'operators', sk: id }),
  /** The version of the set of them. */
  staff: (): Key => ({ pk: 'staff', sk: 'staff' }),
  /** All sign-ins share a partition: there are few, and each ends after 12 hours. */
  signIn: (id: string): Key => ({ pk: 'sign-ins', sk: id }),
  /** When its operator was last there. */
  signInSeen: (id: string): Key => ({ pk: 'sign-ins-seen', sk: id }),
  /** What proves who an operator is; the name says which. */
  credential: (operatorId: string, name: string): Key => ({
    pk: `credentials#${operatorId}`,
    sk: name,
  }),
  /** What a passkey has to sign, once. */
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
  /** What an operation does in the background, and its result. */
  work: (id: string): Key => ({ pk: `work#${id}`, sk: 'work' }),
  /** Which work of an operation about a target was started last. */
  latestWork: (operation: string, target: string): Key => ({
    pk: `work#latest#${operation}#${target}`,
    sk: 'work',
  }),
  invitation: (id: string): Key => ({ pk: 'invitations', sk: id }),
  /** How far the first-run wizard is, as far as nothing else shows it. */
  setupProgress: (): Key => ({ pk: 'setup-progress', sk: 'setup-progress' }),
  /** Up to when owners were mailed what changed. */
  ownerMail: (): Key => ({ pk: 'owner-mail', sk: 'owner-mail' }),
  setupToken: (): Key => ({ pk: 'setup-token', sk: 'setup-token' }),
} as const
