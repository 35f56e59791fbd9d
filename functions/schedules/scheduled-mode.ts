import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'

const scheduled = z.object({ mode: z.enum(modes) })

/** Returns the mode of a schedule that runs per mode. */
export function scheduledMode(event: unknown): Mode {
  return scheduled.parse(event).mode
}

const ofPart = scheduled.extend({ part: z.int().optional() })

/** The mode and part of a scheduled run that is divided into parts. The schedule itself names none. */
export function scheduledPart(event: unknown): { mode: Mode; part: number | undefined } {
  const { mode, part } = ofPart.parse(event)
  return { mode, part }
}
