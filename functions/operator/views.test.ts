import { expect, it } from 'vitest'
import { operatorFunctions } from '../../test/operator-functions.ts'
import { serviceFunctions } from '../../test/service-functions.ts'
import { signedInAs } from '../../test/signed-in.ts'

async function fixture() {
  const { table, config } = await serviceFunctions()
  const { post } = await operatorFunctions(config)
  const cookies = {
    viewer: await signedInAs(table, 'viewer'),
    owner: await signedInAs(table, 'owner'),
  }
  return async (name: string, body: object, who: keyof typeof cookies = 'viewer') => {
    const response = await post(name, { cookie: cookies[who], body })
    return { status: response.statusCode, body: JSON.parse(response.body) }
  }
}

const paid = { name: 'Paid', query: 'status=paid' }

it('keeps the views of each operator for all their browsers', async () => {
  const call = await fixture()
  expect((await call('list-views', {})).body).toEqual({ views: [] })
  expect((await call('save-view', paid)).body).toEqual({ views: [paid] })
  const late = { name: ' Late ', query: 'status=paid_late' }
  await call('save-view', late)
  const saved = [paid, { ...late, name: 'Late' }]
  expect((await call('list-views', {})).body).toEqual({ views: saved })
  expect((await call('list-views', {}, 'owner')).body).toEqual({ views: [] })
  await call('save-view', { ...paid, query: 'status=paid,overpaid' })
  const [, second] = saved
  expect((await call('delete-view', { name: 'Paid' })).body).toEqual({ views: [second] })
  expect((await call('delete-view', { name: 'Paid' })).body).toEqual({ views: [second] })
})

it('loses none of two that are saved at once', async () => {
  const call = await fixture()
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(names.map((name) => call('save-view', { ...paid, name })))
  const { body } = await call('list-views', {})
  expect(body.views.map(({ name }: { name: string }) => name).sort()).toEqual(names)
})

it('refuses more than twenty, and names that are empty or too long', async () => {
  const call = await fixture()
  for (const name of ['', '  ', 'x'.repeat(61)]) {
    expect(await call('save-view', { ...paid, name })).toMatchObject({ status: 400 })
  }
  expect(await call('save-view', { name: 'x', query: 'x'.repeat(501) })).toMatchObject({
    status: 400,
  })
  for (let index = 0; index < 20; index++) await call('save-view', { ...paid, name: `${index}` })
  expect(await call('save-view', paid)).toMatchObject({
    status: 409,
    body: { error: { param: 'name', message: 'You have 20 views already. Remove one first.' } },
  })
  expect(await call('save-view', { ...paid, name: '7' })).toMatchObject({ status: 200 })
})
