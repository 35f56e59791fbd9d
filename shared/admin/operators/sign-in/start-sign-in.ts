import * as z from 'zod'
import type { Actor } from '../../../kernel/audit-entry.ts'
import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import { auditWrite } from '../../../kernel/operation/audit.ts'
import type { Client, CookieChange } from '../../../kernel/operation/visitor-request.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Operator } from '../rules/operator.ts'
import { type SignIn, signInLimits } from '../rules/sign-in.ts'
import { browserHash, browserWrite } from '../store/browsers.ts'
import { operatorUnchanged } from '../store/operators.ts'
import { hashOfSecret, signInCreation, signInReplacement } from '../store/sign-ins.ts'

type Deps = { now: () => Date; randomBytes: RandomBytes }

type Started = { writes: Write[]; cookie: Exclude<CookieChange, 'removed'> }

/** The number of wrong codes after the right password before this sign-in: somebody else may know the password. */
export const wrongCodesBefore = z.int()

/** Marks, in the audit log, a browser in which the operator hasn't signed in for 180 days. */
export const newBrowser = 'new'

const maxUserAgent = 300

/** Starts a sign-in. Its secret is returned only in the cookie. */
export function startSignIn(
  deps: Deps,
  operator: Pick<Operator, 'id'>,
  { method, client }: { method: SignIn['method']; client: Client },
): Started {
  const at = deps.now()
  const value = client.browser ?? newSecret(deps)
  const browser = browserHash(value)
  const { writes, cookie } = create(deps, {
    operatorId: operator.id,
    method,
    startedAt: at,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + signInLimits.absoluteMs),
    isReplaced: false,
    address: client.address,
    userAgent: client.userAgent.slice(0, maxUserAgent),
    browser,
  })
  return {
    writes: [...writes, browserWrite(operator.id, browser, at)],
    cookie: { ...cookie, browser: value },
  }
}

/** The audit log's actor of a sign-in or sign-out. */
export function actorOf({ id, email }: Operator, { address }: Client): Actor {
  // A port follows the address.
  return { kind: 'operator', id, email, address: address.replace(/:\d+$/, '') }
}

/**
 * Starts a sign-in for an operator that was read, with an entry in the audit log. The writes fail if the operator or
 * the credentials change meanwhile.
 */
export function startSignInOf(
  deps: Deps,
  operator: Operator,
  of: { method: SignIn['method']; client: Client; wrongCodes: number; isNewBrowser: boolean },
): Started {
  const { writes, cookie } = startSignIn(deps, operator, of)
  const entry = auditWrite(deps, {
    mode: 'live',
    actor: actorOf(operator, of.client),
    action: 'account.sign-in',
    target: operator.email,
    note: '',
    outcome: of.method,
    details: {
      ...(of.wrongCodes > 0 && { wrongCodes: String(of.wrongCodes) }),
      ...(of.isNewBrowser && { browser: newBrowser }),
    },
  })
  return { writes: [operatorUnchanged(operator), ...writes, entry], cookie }
}

/**
 * Replaces a sign-in whose operator may now do more by one with a new id and secret: whoever knew the old secret may
 * not. It ends when the old one would have ended.
 */
export function renewSignIn(deps: Deps, signIn: SignIn): Started {
  const at = deps.now()
  const { id: _, secretHash: __, ...kept } = signIn
  const { writes, cookie } = create(deps, {
    ...kept,
    createdAt: at,
    lastSeenAt: at,
  })
  const endsAt = new Date(at.getTime() + signInLimits.replacedMs)
  return { writes: [...writes, signInReplacement(signIn, endsAt)], cookie }
}

function create(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  given: Omit<SignIn, 'id' | 'secretHash'>,
): Started {
  const id = newId('signIn', given.createdAt, randomBytes)
  const secret = newSecret({ randomBytes })
  const maxAgeSeconds = Math.floor((given.expiresAt.getTime() - given.createdAt.getTime()) / 1000)
  return {
    writes: [signInCreation({ id, secretHash: hashOfSecret(secret), ...given })],
    cookie: { value: `${id}.${secret}`, maxAgeSeconds },
  }
}

function newSecret({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return Buffer.from(randomBytes(32)).toString('base64url')
}
