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

/** About the values of settings. */
export const settingSentences = {
  control_characters: 'must not contain control characters',
  no_color: 'must be a color such as #0b5d4e',
  little_contrast:
    'must have a contrast of at least 4.5:1 with white or near-black text. Choose a darker or a lighter color.',
  no_support: 'must be an email address, or a URL that begins with https://',
  no_origin: 'must be an origin without a path, such as https://shop.example',
  named_twice: 'must name each one only once',
  no_usd: 'must be an amount of USD with at most 6 decimals, such as "2.50"',
  no_chain_or_asset: 'must name a chain, such as 8453, or a chain and an asset, such as 8453.USDC',
  large_logo: 'must be an image of at most {most} kB',
  long_search_key: 'must be a metadata key of at most {most} characters',
  many_search_keys: 'must name at most {most} metadata keys',
  no_setting: 'must name at least one setting',
} as const

export const refuseSettings = refusing(settingsRefusals)
