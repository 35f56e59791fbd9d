import { refusing } from '../../../kernel/refusals.ts'

export const apiKeyRefusals = {
  key_rolled: {
    code: 'state_changed',
    text: 'API key {id} was rolled already, and works until {until}. Roll the key that replaced it.',
  },
  key_revoked: { code: 'state_changed', text: 'API key {id} is revoked. Create a new one.' },
} as const

export const refuseApiKey = refusing(apiKeyRefusals)
