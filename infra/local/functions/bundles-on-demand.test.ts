import { expect, it } from 'vitest'
import { bundlesOnDemand } from './bundles-on-demand.ts'

/** Records each build. */
async function onDemand({ areBuilt = false, all = async () => undefined as unknown } = {}) {
  const built: string[] = []
  const note = (step: string) => async () => void built.push(step)
  const bundles = await bundlesOnDemand(() => undefined, {
    areBuilt: async () => areBuilt,
    one: (name) => note(name)(),
    all: () => all().then(note('all')),
    end: note('end'),
  })
  return { bundles, built }
}

it('builds a function once, however often it is called', async () => {
  const { bundles, built } = await onDemand()
  await Promise.all([bundles.prepare('pay'), bundles.prepare('pay')])
  await bundles.prepare('pay')
  await bundles.prepare('sweep')
  expect(built).toEqual(['pay', 'sweep'])
})

it('builds no function of its own once all are built', async () => {
  const { bundles, built } = await onDemand()
  await bundles.buildRest()
  await bundles.prepare('pay')
  expect(built).toEqual(['all', 'end'])
})

it('builds nothing if the sources have not changed', async () => {
  const { bundles, built } = await onDemand({ areBuilt: true })
  await bundles.prepare('pay')
  await bundles.buildRest()
  expect(built).toEqual(['end'])
})

it('continues to build each function if not all can be built', async () => {
  const { bundles, built } = await onDemand({ all: () => Promise.reject(new Error('broken')) })
  await expect(bundles.buildRest()).rejects.toThrow('broken')
  await bundles.prepare('pay')
  expect(built).toEqual(['pay'])
})
