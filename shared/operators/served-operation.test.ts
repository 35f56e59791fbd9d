import { expect, it } from 'vitest'
import * as z from 'zod'
import { actor } from '../../test/run-as-operator.ts'
import { testTable } from '../../test/test-table.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import { readItem } from '../kernel/store/read-item.ts'
import { addition } from '../kernel/store/writes.ts'
import type { OperatorRequestOf } from './operator-request.ts'
import { serves } from './served-operation.ts'

const noteNumber = operatorOperation({
  name: 'note-number',
  command: 'numbers note',
  input: z.strictObject({ number: z.int() }),
  output: z.object({ number: z.int(), by: z.string() }),
  touches: { table: 'write' },
  docs: { summary: 'Note a number' },
})

const key = { pk: 'number', sk: 'number' }

async function runNoteNumber(
  _: object,
  { input, findActor }: OperatorRequestOf<typeof noteNumber>,
): Promise<Decision<{ number: number; by: string }>> {
  const { kind } = await findActor()
  const result = { number: input.number, by: kind, beyond: 'the schema' }
  return { writes: [addition({ ...key, ...input })], result }
}

const served = serves(noteNumber, runNoteNumber)
const ask = (input: unknown) => ({ input, findActor: async () => actor })

it('an operation is committed, and its output has the form of its schema', async () => {
  const table = await testTable()
  const result = await served.serve({ table }, ask({ number: 7 }))
  expect(result).toEqual({ number: 7, by: 'unverified' })
  expect(await readItem(table, key, z.object({ number: z.int() }))).toEqual({ number: 7 })
})

it('an operation gets no input but that of its schema', async () => {
  const table = await testTable()
  for (const input of [{}, { number: '7' }, { number: 7, colour: 'red' }, undefined]) {
    await expect(served.serve({ table }, ask(input))).rejects.toMatchObject({
      code: expect.stringMatching(/^parameter_/),
    })
  }
  expect(await readItem(table, key, z.unknown())).toBeUndefined()
})

it('an operation without a table cannot lose its writes unnoticed', async () => {
  await expect(served.serve({}, ask({ number: 7 }))).rejects.toThrow('without a table')
})
