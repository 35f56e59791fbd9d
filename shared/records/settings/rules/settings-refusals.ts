import { refusing } from '../../../kernel/refusals.ts'

export const settingsRefusals = {
  being_restored: {
    code: 'intake_stopped',
    text: 'The instance is being restored, so it stores nothing new. Try again in a minute.',
  },
  fewer_shards: {
    code: 'parameter_invalid',
    param: 'count',
    text: 'count must be more than {present}, because what is in a shard is read for ever.',
  },
  not_a_logo: {
    code: 'parameter_invalid',
    param: 'logo',
    text: 'logo must be a PNG, JPEG or WebP image.',
  },
} as const

export const refuseSettings = refusing(settingsRefusals)
