/** Within this time of the claim, one proof is enough for all steps of the wizard. */
export const wizardMs = 60 * 60_000

/** The text whose SHA-256 a proof confirms: what is asked for, exactly as the request has it. */
export function confirmedText(operation: string, input: string): string {
  return `${operation}\n${input}`
}

/** How requests name the authenticator app; a passkey is named by its id. */
export const appFactor = 'totp'

/** The factor that a request replaces, removes or stops, so that another one has to confirm it. */
export function changedFactor(operation: string, input: unknown): string | null {
  switch (operation) {
    case 'enable-totp':
    case 'disable-totp':
      return appFactor
    case 'remove-passkey':
      return textIn(input, 'id')
    case 'stop-factor':
      return textIn(input, 'factor')
    default:
      return null
  }
}

function textIn(input: unknown, name: string): string | null {
  const value = new Map(Object.entries(input ?? {})).get(name)
  return typeof value === 'string' ? value : null
}
