import type { Operator } from '../shared/admin/operators/rules/operator.ts'
import { type SignIn, signInLimits } from '../shared/admin/operators/rules/sign-in.ts'

/** An owner. */
export function anOperator(changes: Partial<Operator> = {}): Operator {
  const createdAt = new Date('2026-03-01T12:00:00Z')
  return {
    id: 'op_1',
    email: 'owner@example.com',
    name: 'Olga Owner',
    role: 'owner',
    hasSecondFactor: true,
    passwordAlone: false,
    signInsSince: createdAt,
    createdAt,
    version: 1,
    ...changes,
  }
}

/** A sign-in that has just begun. */
export function aSignIn(at: Date, changes: Partial<SignIn> = {}): SignIn {
  return {
    id: 'si_1',
    operatorId: 'op_1',
    secretHash: '',
    method: 'passkey',
    startedAt: at,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + signInLimits.absoluteMs),
    isReplaced: false,
    address: '192.0.2.1',
    userAgent: 'Browser',
    browser: 'browser',
    ...changes,
  }
}
