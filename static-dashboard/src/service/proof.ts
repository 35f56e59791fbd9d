import { signal } from '@preact/signals'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { changedFactor, confirmedText } from '../../../shared/admin/operators/rules/proof.ts'
import type { Operations } from '../operations.ts'
import type { Failure, Result } from './result.ts'

/** Confirms one request, and no other. */
export type Proof =
  | { challengeId: string; response: AuthenticationResponseJSON }
  | { password: string; code?: string }

/** A request, with its input as the text that is sent. */
export type Request = { name: string; input: unknown; text: string }

type AskedProof = {
  begin: Operations['begin-proof']['input']
  /** Sends the request with the proof. Resolves to the problem with the proof, if there is one. */
  give: (proof: Proof) => Promise<Failure | undefined>
  cancel: () => void
}

/** Set while the operator is asked to confirm a request. */
export const askedForProof = signal<AskedProof | null>(null)

let before: Promise<unknown> = Promise.resolve()

/**
 * Asks the operator to confirm a request, and sends it with the proof. One after the other, because each request needs a
 * proof of its own.
 */
export function sendProven<Output>(
  request: Request,
  send: (proof: Proof) => Promise<Result<Output>>,
): Promise<Result<Output>> {
  const asking = before.then(() => ask(request, send))
  before = asking
  return asking
}

async function ask<Output>(
  { name, input, text }: Request,
  send: (proof: Proof) => Promise<Result<Output>>,
): Promise<Result<Output>> {
  const except = changedFactor(name, input)
  const begin = { digest: await sha256(confirmedText(name, text)), ...(except && { except }) }
  return new Promise((resolve) => {
    const end = (result: Result<Output>) => {
      askedForProof.value = null
      resolve(result)
    }
    const give = async (proof: Proof) => {
      const result = await send(proof)
      if (result.kind === 'unreachable' || isAboutProof(result)) return result
      end(result)
      return undefined
    }
    askedForProof.value = { begin, give, cancel: () => end({ kind: 'cancelled' }) }
  })
}

function isAboutProof(result: Result<unknown>): result is Failure {
  return result.kind === 'rejected' && /^proof(\.|$)/.test(result.param ?? '')
}

/** In base64url. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
