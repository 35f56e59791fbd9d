import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { Operations } from '../operations.ts'
import { call } from './call.ts'
import type { Proof } from './proof.ts'
import type { Failure, Result } from './result.ts'
import { tellWrongCodes } from './wrong-codes.ts'

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
  if (result.kind !== 'ok') return result
  tellWrongCodes(result.output.wrongCodes)
  return 'done'
}

/** Ends the wait of `autofill`. */
export function stopPasskeys(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** A signature of one of the operator's passkeys for one request, or why there is none. */
export async function proveWithPasskey(
  begin: Operations['begin-proof']['input'],
): Promise<Proof | Failure> {
  const begun = await call('begin-proof', begin)
  if (begun.kind !== 'ok') return begun
  const { passkey } = begun.output
  if (!passkey) return { kind: 'cancelled' }
  const { challengeId, options } = passkey
  const response = await fromBrowser(() => startAuthentication({ optionsJSON: options }))
  return response ? { challengeId, response } : { kind: 'cancelled' }
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
