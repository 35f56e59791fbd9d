import { refusing } from '../../../kernel/refusals.ts'

export const healthRefusals = {
  row_not_readable: {
    code: 'row_unreadable',
    text: "This version can't read the row {key} ({attributes}). A newer version may have written it: deploy that version again.",
  },
} as const

export const refuseHealth = refusing(healthRefusals)
