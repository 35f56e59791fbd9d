import { type MintedSetupToken, mintSetupToken } from '../../shared/admin/setup/mint-setup-token.ts'
import { type Command, commandOf } from './command.ts'

export const setupTokenCommands: readonly Command[] = [commandOf(mintSetupToken, { text: textOf })]

function textOf(minted: MintedSetupToken): string {
  switch (minted.state) {
    case 'minted':
      return `${minted.token}\n\nStore it until setup: it is not shown again.`
    case 'minted-before':
      return 'There is already a setup token, and it is shown only once. Add --renew to replace it.'
    case 'claimed':
      return 'The instance is already set up, so it needs no setup token.'
  }
}
