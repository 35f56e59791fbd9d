import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { byId } from '../../kernel/wire/operator-input.ts'
import { requiredDestination } from './required-destination.ts'
import { destinationRemoval } from './store/notice-destinations.ts'

const removed = z.object({ id: z.string() })

export const removeNoticeDestination = operatorOperation({
  name: 'remove-notice-destination',
  role: 'owner',
  proof: 'always',
  command: 'notices remove',
  input: byId('the id of a destination'),
  output: removed,
  touches: { table: 'write', administers: ['notices', 'audit-log'] },
  docs: { summary: 'Send a destination no more sale notices, and forget its address' },
  /** Throws `resource_not_found`. */
  async run({ table }, { input: { id } }) {
    const { mode, kind, shownAddress: address, chat } = await requiredDestination(table, id)
    const before = { kind, address, chat }
    return {
      writes: [destinationRemoval({ mode, id })],
      changes: [{ mode, action: 'notices.remove', target: id, before }],
      result: { id },
    }
  },
})
