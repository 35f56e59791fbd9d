import { refusing } from '../../../kernel/refusals.ts'

const noNode = '{name} ({chainId}) needs a node.'
const onlyPublic =
  '{name} ({chainId}) has real money, and public nodes alone are not enough for it. Add a node with a key of your own.'
const oneOperator =
  '{name} ({chainId}) has real money, but all of its nodes belong to {operator}, who could fake payments. Add a node of another operator, or accept the risk with --confirm-single-operator.'
const orRemove = 'Or remove the chain: --chain {chainId}'

export const networkRefusals = {
  chain_not_enabled: { code: 'resource_not_found', text: 'Chain {chainId} is not enabled.' },
  no_such_node: {
    code: 'resource_not_found',
    text: 'There is no node {nodeId}. See networks list.',
  },
  play_money_only: {
    code: 'unsupported_chain',
    param: 'chainId',
    text: '{name} ({chainId}) has real money, and this instance is on one machine, for play money: one disk can lose everything, and its table is an emulation of DynamoDB. For real money, deploy to AWS (docs/deploy.md).',
  },
  needs_node: { code: 'parameter_invalid', text: noNode },
  only_public_nodes: { code: 'parameter_invalid', text: onlyPublic },
  single_node_operator: { code: 'parameter_invalid', text: oneOperator },
  last_node: { code: 'parameter_invalid', param: 'nodeId', text: `${noNode} ${orRemove}` },
  last_own_node: { code: 'parameter_invalid', param: 'nodeId', text: `${onlyPublic} ${orRemove}` },
  last_other_operator: {
    code: 'parameter_invalid',
    param: 'nodeId',
    text: `${oneOperator} ${orRemove}`,
  },
  no_such_chain: {
    code: 'unsupported_chain',
    param: 'chainId',
    text: 'chainId {chainId} is not a supported chain (docs/networks-and-fees.md lists them).',
  },
  nodes_not_usable: {
    code: 'parameter_invalid',
    param: 'urls',
    text: "{name} ({chainId}) can't be read through {said}. Nothing was saved.",
  },
  second_operator_not_chosen: {
    code: 'parameter_invalid',
    text: 'Chains with real money need nodes of two operators. Add --with-public-nodes for a public node as the second of each, or --confirm-single-operator to trust this provider alone. For test networks only: --mode test.',
  },
} as const

/** About the input for a network. */
export const networkSentences = {
  no_provider_key: 'must be the key alone, not a URL',
  no_chain_or_node: 'must name either a chain or a node',
} as const

export const refuseNetwork = refusing(networkRefusals)
