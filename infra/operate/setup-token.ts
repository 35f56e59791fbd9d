import { type MintedSetupToken, mintSetupToken } from '../../shared/operators/mint-setup-token.ts'
import { type Command, commandOf } from './command.ts'

export const setupTokenCommands: readonly Command[] = [commandOf(mintSetupToken, { text: textOf })]

function textOf(minted: MintedSetupToken): string {
  switch (minted.state) {
    case 'minted':
      return `${minted.token}\n\nKeep it until the set-up: it is not shown again.`
    case 'minted-before':
      return 'There is a setup token already, and it is shown only once. Add --renew to replace it.'
    case 'claimed':
      return 'The instance is set up, so there is nothing to claim.'
  }
}
