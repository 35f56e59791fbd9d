import { ServiceError } from '../../kernel/errors.ts'

export function walletNotConfigured(): ServiceError {
  const message = 'The instance has no wallet yet. Its owner has to finish the setup.'
  return new ServiceError('wallet_not_configured', message)
}
