import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'

const scheduled = z.object({ mode: z.enum(modes) })

/** Returns the mode of a schedule that runs per mode. */
export function scheduledMode(event: unknown): Mode {
  return scheduled.parse(event).mode
}
