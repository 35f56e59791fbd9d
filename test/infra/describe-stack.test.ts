import { expect, it } from 'vitest'
import { callerProblem } from '../../infra/aws/account-limits.ts'
import { describeStack } from '../../infra/aws/describe-stack.ts'
import { startCannedServer } from '../canned-server.ts'
import { deployAt } from './deploy-at.ts'

/** CloudFormation with one response to everything. */
async function respondingWith(body: string, status = 200) {
  const { url, responses } = await startCannedServer()
  responses.set('/', { status, headers: { 'content-type': 'text/xml' }, body })
  deployAt(url)
}

const errorOf = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

it('reads a stack and its outputs, whatever characters they have', async () => {
  const output =
    '<OutputKey>Url</OutputKey><OutputValue>https://a.test/?b=1&amp;c=&lt;d&gt;</OutputValue>'
  const stack = `<StackId>arn:1</StackId><StackStatus>CREATE_COMPLETE</StackStatus><Outputs><member>${output}</member></Outputs>`
  await respondingWith(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  )
  expect(await describeStack('eu-central-1', 'quittance-foundation')).toEqual({
    id: 'arn:1',
    status: 'CREATE_COMPLETE',
    outputs: { Url: 'https://a.test/?b=1&c=<d>' },
  })
})

it('finds none if there is none', async () => {
  const message = 'Stack with id quittance-foundation does not exist'
  await respondingWith(errorOf('ValidationError', message), 400)
  expect(await describeStack('eu-central-1', 'quittance-foundation')).toBeUndefined()
})

it.each(['ExpiredToken', 'InvalidClientTokenId', 'SignatureDoesNotMatch'])(
  'fails with %s if the caller has to sign in again',
  async (code) => {
    await respondingWith(errorOf(code, 'not valid'), 403)
    const error = await describeStack('eu-central-1', 'quittance').catch((caught) => caught)
    expect(callerProblem(error)?.message).toContain('AWS rejected your credentials: not valid')
  },
)
