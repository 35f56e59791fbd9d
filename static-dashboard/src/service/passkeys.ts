import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Operations } from '../operations.ts'
import { call, type Failure, type Result } from './call.ts'

export const hasPasskeys = browserSupportsWebAuthn

/**
 * Signs in with a passkey. With `autofill`, the browser offers passkeys in the email field, and this waits until one of
 * them is chosen. Returns why not; `cancelled` if the browser's dialog was closed.
 */
export async function signInWithPasskey({
  autofill,
}: {
  autofill: boolean
}): Promise<Failure | 'done'> {
  if (autofill && !(await browserSupportsWebAuthnAutofill())) return { kind: 'cancelled' }
  const begun = await call('begin-passkey-sign-in', {})
  if (begun.kind !== 'ok') return begun
  const { challengeId, options } = begun.output
  const response = await fromBrowser(() =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }),
  )
  if (!response) return { kind: 'cancelled' }
  const result = await call('sign-in-with-passkey', { challengeId, response })
  return result.kind === 'ok' ? 'done' : result
}

/** Ends the wait of `autofill`. */
export function stopPasskeys(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Confirms who the operator is with one of their passkeys. */
export async function confirmWithPasskey(): Promise<Failure | 'done'> {
  const begun = await call('begin-step-up', {})
  if (begun.kind !== 'ok') return begun
  const { passkey } = begun.output
  if (!passkey) return { kind: 'cancelled' }
  const { challengeId, options } = passkey
  const response = await fromBrowser(() => startAuthentication({ optionsJSON: options }))
  if (!response) return { kind: 'cancelled' }
  const result = await call('step-up', { challengeId, response })
  if (result.kind !== 'ok') return result
  return result.output.confirmed ? 'done' : { kind: 'cancelled' }
}

/** Makes a passkey on this device, under a name that the operator recognizes it by. */
export async function addPasskey(
  name: string,
): Promise<Result<Operations['add-passkey']['output']>> {
  const begun = await call('begin-passkey', {})
  if (begun.kind !== 'ok') return begun
  const { challengeId, options } = begun.output
  const response = await fromBrowser(() => startRegistration({ optionsJSON: options }))
  if (!response) return { kind: 'cancelled' }
  return call('add-passkey', { challengeId, name, response })
}

/** The browser refuses by an exception, also when its dialog is closed. */
async function fromBrowser<Response>(ask: () => Promise<Response>): Promise<Response | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
