import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { expect, it } from 'vitest'
import { startCannedServer } from '../../test/canned-server.ts'
import { testCaller } from '../local/aws/test-data-dir.ts'
import { problemOf } from './run-command.ts'

/** The sentence for what the SDK throws. */
async function sentence(endpoint: string): Promise<string> {
  const client = new CloudFormationClient({ ...testCaller, endpoint, maxAttempts: 1 })
  const error = await client.send(new DescribeStacksCommand({})).then(
    () => undefined,
    (thrown) => thrown,
  )
  return problemOf(error).message
}

it('AWS’s refusals are sentences', async () => {
  const { url, responses } = await startCannedServer()
  const body =
    '<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>'
  responses.set('/', { status: 400, headers: { 'x-amzn-requestid': 'r-1' }, body })
  expect(await sentence(url)).toMatch(
    /^AWS refused a request: Rate exceeded \(Throttling, request r-1\)/,
  )
})

it('an AWS that cannot be reached is a sentence', async () => {
  expect(await sentence('http://127.0.0.1:1')).toMatch(
    /^AWS could not be reached \(.+Check the network/,
  )
})

it('any other error is thrown', () => {
  const bug = new TypeError('of ours')
  expect(() => problemOf(bug)).toThrow(bug)
})
