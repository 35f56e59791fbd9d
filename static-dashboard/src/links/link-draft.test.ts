import { expect, test } from 'vitest'
import { loadTools } from '../texts/tools/tools.ts'
import { changesBetween, draftOf, emptyDraft, problemsOf, valuesOf } from './link-draft.ts'

const draft = { ...emptyDraft, title: 'A year of letters', fiatAmount: '25.00' }

function badFields(changes: Partial<typeof draft>): string[] {
  return Object.keys(problemsOf({ ...draft, ...changes }))
}

test('each field says itself what is wrong with it', async () => {
  await loadTools()
  expect(badFields({})).toEqual([])
  expect(badFields({ title: '  ', fiatAmount: '1,50' })).toEqual(['title', 'fiatAmount'])
  for (const fiatAmount of ['', '0', '0.00', '1.234', '-1', '1e3', '1234567890123']) {
    expect(badFields({ fiatAmount }), fiatAmount).toEqual(['fiatAmount'])
  }
  expect(badFields({ fiatCurrency: 'eur' })).toEqual([])
  expect(badFields({ fiatCurrency: '€' })).toEqual(['fiatCurrency'])
  for (const successUrl of ['shop.example', 'javascript:alert(1)', 'http://shop.example']) {
    expect(badFields({ successUrl }), successUrl).toEqual(['successUrl'])
  }
  expect(badFields({ successUrl: 'http://localhost:3000/thanks' })).toEqual([])
})

test('only what differs is sent', () => {
  const before = valuesOf({ ...draft, description: 'Twelve letters' })
  expect(changesBetween(before, valuesOf(draftOf(before)))).toEqual({})
  const after = { ...draftOf(before), fiatAmount: ' 30 ', description: ' ' }
  expect(changesBetween(before, valuesOf(after))).toEqual({ fiatAmount: '30', description: null })
})
