import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { allCommands } from '../../infra/operate/commands.ts'
import { checkHealth } from '../../shared/admin/health/check-health.ts'
import { healthCommands } from '../../shared/admin/health/rules/health-commands.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { lambdasOf, terminal } from '../../test/terminal.ts'
import { testQueues } from '../../test/test-queues.ts'

const reply = checkHealth.success.schema

it('counts the dead letters of the mode that is asked for', async () => {
  const { sqs, deadLetterUrl, variables } = await testQueues()
  for (const body of ['poison 1', 'poison 2']) {
    await sqs.send(new SendMessageCommand({ QueueUrl: deadLetterUrl, MessageBody: body }))
  }
  const { config } = await serviceFunctions(variables)
  const { run } = terminal(lambdasOf(config))
  const deadLetters = async (mode: string) => {
    const { checks } = reply.parse(JSON.parse(await run('health', '--mode', mode, '--json')))
    return checks.filter(({ reason }) => reason.includes('dead_letters'))
  }
  expect(await deadLetters('test')).toMatchObject([
    { reason: 'dead_letters', details: { count: '2' } },
  ])
  expect(await deadLetters('live')).toMatchObject([{ reason: 'no_dead_letters' }])
  expect(await run('health')).toContain('live mode')
})

it('names commands that exist', async () => {
  const known = (await allCommands()).map(({ operation }) => z.string().parse(operation.command))
  expect(known).toEqual(expect.arrayContaining(Object.values(healthCommands)))
})
