import * as z from 'zod'
import { type Mode, modes } from '../../shared/kernel/mode.ts'

const scheduled = z.object({ mode: z.enum(modes) })

/** Returns the mode of a schedule that runs per mode. */
export function scheduledMode(event: unknown): Mode {
  return scheduled.parse(event).mode
}

const ofShard = scheduled.extend({ shard: z.int().optional() })

/** The same of a run that a schedule divides into shards. The schedule itself names none. */
export function scheduledShard(event: unknown): { mode: Mode; shard: number | undefined } {
  const { mode, shard } = ofShard.parse(event)
  return { mode, shard }
}
