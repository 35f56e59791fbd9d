import { Secret, TOTP } from 'otpauth'
import { totpPeriodSeconds, totpStepAt } from '../rules/totp-code.ts'

/** Every authenticator app supports these. */
const parameters = { algorithm: 'SHA1', digits: 6, period: totpPeriodSeconds } as const

/** The secret in base 32, and the URI that apps read from a QR code. */
export function totpOf(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { secret: string; uri: string } {
  const shared = new Secret({ buffer: new Uint8Array(secret).buffer })
  const uri = new TOTP({ ...parameters, issuer, label, secret: shared }).toString()
  return { secret: shared.base32, uri }
}

/** Returns the step of the code if it is the current, the previous or the next step, and later than `lastStep`. */
export function acceptedStep(
  secret: string,
  code: string,
  { lastStep, at }: { lastStep: number; at: Date },
): number | undefined {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: at.getTime(), window: 1 })
  const step = delta === null ? undefined : totpStepAt(at) + delta
  return step !== undefined && step > lastStep ? step : undefined
}
