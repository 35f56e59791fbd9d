import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'

const scheduled = z.object({ mode: z.enum(modes) })

/** Which mode a schedule that runs for each of them runs for. */
export function scheduledMode(event: unknown): Mode {
  return scheduled.parse(event).mode
}
