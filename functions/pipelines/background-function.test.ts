import { expect, it } from 'vitest'
import * as z from 'zod'
import { showWork } from '../../shared/admin/operators/show-work.ts'
import { loadWork } from '../../shared/admin/operators/store/work.ts'
import { ServiceError } from '../../shared/kernel/errors.ts'
import { auditWrite } from '../../shared/kernel/operation/audit.ts'
import { plainInputs } from '../../shared/kernel/operation/kept-inputs.ts'
import { operatorOperation } from '../../shared/kernel/operation/operator-operation.ts'
import type { OperatorRequest } from '../../shared/kernel/operation/operator-request.ts'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { errorOf, lambdaContext } from '../../test/api-event.ts'
import { eventually } from '../../test/eventually.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { dashboardEvent, signedInAs } from '../../test/signed-in.ts'
import { operatorServices } from '../services/operator-services.ts'
import { backgroundFunction } from './background-function.ts'
import { operatorFunction } from './operator-function.ts'

const slowCount = {
  name: 'count-slowly',
  role: 'operator',
  command: 'count',
  inBackground: true,
  input: z.strictObject({ to: z.int() }),
  output: z.object({ counted: z.int() }),
  touches: { table: 'write', administers: ['audit-log'] },
  limits: { timeoutSeconds: 300 },
  docs: { summary: 'Count' },
} as const

type Who = 'owner' | 'operator' | 'viewer'

const httpResponse = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})

async function fixture() {
  const { table, config } = await serviceFunctions()
  const clock = { now: new Date() }
  const gate = Promise.withResolvers<void>()
  const invoked: unknown[] = []
  const base = { ...operatorServices(config), now: () => clock.now }
  const services = {
    ...base,
    inputs: plainInputs,
    invokeItself: async (event: unknown) => {
      invoked.push(event)
    },
  }
  async function run(
    _: unknown,
    { input: { to }, noting, findActor }: OperatorRequest<{ to: number }>,
  ) {
    if (to < 0) throw new ServiceError('parameter_invalid', 'Count up.', { param: 'to' })
    if (to === 13) throw new Error('a secret reason')
    await noting?.({ name: 'count', of: 'one' }, async () => undefined)
    await noting?.({ name: 'count', of: 'two' }, () => gate.promise)
    const actor = await findActor()
    const entry = { mode: 'test', actor, action: 'delivery.replay', target: 'x', note: '' } as const
    return {
      writes: [auditWrite(base, { ...entry, outcome: '', details: {} })],
      result: { counted: to },
    }
  }
  const counting = backgroundFunction(operatorOperation({ ...slowCount, run }), services)
  const showing = operatorFunction(showWork, base)
  const cookies = {
    operator: await signedInAs(table, 'operator'),
    owner: await signedInAs(table, 'owner'),
    viewer: await signedInAs(table, 'viewer'),
  }
  const post = async (
    called: typeof counting,
    { name, body, who = 'operator' }: { name: string; body: unknown; who?: Who },
  ) => {
    const event = dashboardEvent(name, { cookie: cookies[who], body })
    const response = httpResponse.parse(await called(event, lambdaContext()))
    return {
      status: response.statusCode,
      body: z.looseObject({}).parse(JSON.parse(response.body)),
      response,
    }
  }
  const start = (to: number) => post(counting, { name: 'count-slowly', body: { to } })
  const show = (id: unknown, who: Who = 'operator') =>
    post(showing, { name: 'show-work', body: { id }, who })
  const find = (latest: string, who: Who = 'operator') =>
    post(showing, { name: 'show-work', body: { latest }, who })
  return { table, clock, gate, invoked, counting, start, show, find }
}

it('starts for a page, shows each step as it happens, and then what it returned', async () => {
  const { start, show, invoked, counting, gate, table } = await fixture()
  const started = await start(3)
  expect(started).toMatchObject({ status: 202, body: { workId: expect.stringMatching(/^wrk_/) } })
  const { workId } = started.body
  expect(invoked).toEqual([{ door: 'background', workId }])
  expect((await show(workId)).body).toEqual({
    id: workId,
    operation: 'count-slowly',
    state: 'running',
    steps: [],
    result: null,
    error: null,
  })
  const done = counting(invoked[0])
  const halfway = await eventually(
    async () => (await show(workId)).body,
    ({ steps }) => Array.isArray(steps) && steps.length === 2,
  )
  expect(halfway).toMatchObject({
    state: 'running',
    steps: [
      { name: 'count', of: 'one', state: 'done' },
      { name: 'count', of: 'two', state: 'running' },
    ],
  })
  gate.resolve()
  await done
  expect((await show(workId)).body).toEqual({
    id: workId,
    operation: 'count-slowly',
    state: 'done',
    steps: [
      { name: 'count', of: 'one', state: 'done' },
      { name: 'count', of: 'two', state: 'done' },
    ],
    result: { counted: 3 },
    error: null,
  })
  const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 10 })
  expect(items).toMatchObject([{ actor: { kind: 'operator', email: 'operator@example.com' } }])
})

it('shows it to whoever may start it, and to nobody else', async () => {
  const { start, show } = await fixture()
  const { workId } = (await start(3)).body
  expect((await show(workId, 'owner')).body).toMatchObject({ state: 'running' })
  expect(errorOf((await show(workId, 'viewer')).response)).toMatchObject({ status: 404 })
})

it('is found again by its operation and target, with the latest first', async () => {
  const { start, find, counting, invoked, gate, clock } = await fixture()
  expect((await find('count-slowly')).body).toMatchObject({ state: 'none', id: null })
  await start(3)
  const { workId } = (await start(4)).body
  expect((await find('count-slowly', 'owner')).body).toMatchObject({ state: 'running', id: workId })
  expect((await find('count-slowly', 'viewer')).body).toMatchObject({ state: 'none' })
  expect((await find('count-quickly')).body).toMatchObject({ state: 'none' })
  gate.resolve()
  await counting(invoked[1])
  expect((await find('count-slowly')).body).toMatchObject({ state: 'done', result: { counted: 4 } })
  await start(5)
  clock.now = new Date(clock.now.getTime() + 361_000)
  expect((await find('count-slowly')).body).toMatchObject({
    state: 'failed',
    error: { code: 'interrupted' },
  })
})

it('tells the page what is wrong, and of a bug no more than that there is one', async () => {
  const { start, show, counting, invoked } = await fixture()
  const wrong = (await start(-1)).body['workId']
  const broken = (await start(13)).body['workId']
  for (const event of invoked) await counting(event)
  const error = { code: 'parameter_invalid', message: 'Count up.', param: 'to' }
  expect((await show(wrong)).body).toMatchObject({ state: 'failed', result: null, error })
  const shown = (await show(broken)).body
  expect(shown).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
  expect(JSON.stringify(shown)).not.toContain('secret')
})

it('runs once, however often Lambda delivers the event', async () => {
  const { start, counting, invoked, gate, table } = await fixture()
  await start(3)
  gate.resolve()
  await Promise.all([counting(invoked[0]), counting(invoked[0])])
  await counting(invoked[0])
  const { items } = await pageAuditEntries(table, { mode: 'test' }, { limit: 10 })
  expect(items).toHaveLength(1)
})

it('does not begin late, and says that it was interrupted', async () => {
  const { start, show, counting, invoked, clock, table } = await fixture()
  const workId = z.string().parse((await start(3)).body['workId'])
  clock.now = new Date(clock.now.getTime() + 361_000)
  await counting(invoked[0])
  expect(await loadWork(table, workId)).toMatchObject({ state: 'waiting' })
  expect((await show(workId)).body).toMatchObject({
    state: 'failed',
    error: { code: 'interrupted' },
  })
})

it('checks the input of a page before it starts anything', async () => {
  const { start, invoked } = await fixture()
  expect((await start(1.5)).status).toBe(400)
  expect(invoked).toEqual([])
})

it('waits for the terminal', async () => {
  const { counting, gate } = await fixture()
  gate.resolve()
  const envelope = { door: 'terminal', operation: 'count-slowly', input: { to: 4 } }
  expect(await counting(envelope)).toEqual({ counted: 4 })
})
