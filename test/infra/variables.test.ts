import { expect, it } from 'vitest'
import { namesOf } from '../../infra/aws/constructs/names.ts'
import { variablesTooLong } from '../../infra/aws/variables-too-long.ts'
import { functions } from '../../infra/functions.ts'

/** This many nodes of one chain, with URLs of 70 characters each. */
function withNodes(count: number) {
  const urls = Array.from({ length: count }, (_, n) =>
    `https://node-${n}.example/v2/`.padEnd(70, 'k'),
  )
  return variablesTooLong(functions, {
    names: namesOf('quittance'),
    tableName: 'quittance-foundation-TableCD117FA1-1ABCDEFGHIJKL',
    keyArn: 'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-0000-0000-000000000000',
    chainRpcUrls: { 8453: urls },
  })
}

it('accepts three nodes for each of ten chains', () => {
  expect(withNodes(30)).toBeUndefined()
})

it('says before a deployment that more nodes do not fit', () => {
  expect(withNodes(60)).toMatch(
    /^rpcUrls is about \d+ bytes too long: Lambda allows 4096 bytes .+ Use fewer nodes/,
  )
})
