import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Settings } from './rules/settings.ts'

type Services = { settings: (mode: Mode) => Promise<Pick<Settings, 'acceptNewPayments'>> }

/** Throws `intake_stopped` while the owner has paused new payments, which may be for days: nobody should wait for its end. */
export async function requireNewPayments({ settings }: Services, mode: Mode): Promise<void> {
  const { acceptNewPayments } = await settings(mode)
  if (acceptNewPayments) return
  const message = 'New payments are paused. Try again once the owner of this instance accepts them.'
  throw new ServiceError('intake_stopped', message)
}
