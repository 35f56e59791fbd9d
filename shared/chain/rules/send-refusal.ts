/**
 * How a node received a signed transaction. `known`: it has it already, pending or mined. `nonce_used`: a transaction
 * with that nonce is mined, perhaps this one. `underpriced`: its fees are too low to be accepted or to replace another.
 * `no_funds`: the sender can't pay for it.
 */
export type SendOutcome =
  | 'accepted'
  | 'known'
  | 'nonce_used'
  | 'underpriced'
  | 'no_funds'
  | 'refused'

/** Texts of geth, reth, erigon, nethermind, besu, bor, nitro and anvil; JSON-RPC has no codes for these. */
const texts: readonly (readonly [SendOutcome, RegExp])[] = [
  ['known', /already known|already imported|alreadyknown|known transaction|already exists/i],
  ['nonce_used', /nonce too low|nonce is too low|oldnonce|nonce has already been used/i],
  ['underpriced', /underpriced|fee too low|gas tip cap|max fee per gas less|feetoolow|too low to/i],
  [
    'no_funds',
    /insufficient funds|insufficient balance|doesn't have enough funds|insufficientfunds/i,
  ],
]

export function sendOutcome(refusal: string): SendOutcome {
  return texts.find(([, text]) => text.test(refusal))?.[0] ?? 'refused'
}
