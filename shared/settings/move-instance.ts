import * as z from 'zod'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { settingsUpdate } from './store/settings.ts'
import { baseUrl } from './wire/base-url.ts'

export const moveInstance = operatorOperation({
  name: 'move-instance',
  role: 'owner',
  stepUp: true,
  command: 'settings move',
  dashboard: false,
  input: z.strictObject({ baseUrl }),
  output: z.object({ baseUrl: z.string() }),
  touches: { table: 'write', administers: ['settings'] },
  docs: { summary: 'Set the base URL of the service for both modes' },
})

/** Works before and after setup. */
export async function runMoveInstance(
  _: unknown,
  { input }: OperatorInputOf<typeof moveInstance>,
): Promise<Decision<{ baseUrl: string }>> {
  return {
    writes: modes.map((mode) => settingsUpdate(mode, { baseUrl: input.baseUrl })),
    result: { baseUrl: input.baseUrl },
  }
}
