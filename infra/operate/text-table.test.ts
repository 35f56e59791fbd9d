import { expect, it } from 'vitest'
import { textTable } from './text-table.ts'

const headings = ['ID', 'MODE', 'NAME', 'CREATED AT']
const rows = [
  ['key_1', 'test', 'the shop', '2026-03-01'],
  ['key_2', 'live', '', '2026-03-02'],
]

it('has a line for each row if the terminal is as wide, and else for each value', () => {
  const table = textTable(headings, rows, 33)
  expect(table.split('\n')).toEqual([
    'ID     MODE  NAME      CREATED AT',
    'key_1  test  the shop  2026-03-01',
    'key_2  live            2026-03-02',
  ])
  expect(textTable(headings, rows, 32).split('\n')).toEqual([
    ...['ID          key_1', 'MODE        test', 'NAME        the shop', 'CREATED AT  2026-03-01'],
    ...['', 'ID          key_2', 'MODE        live', 'CREATED AT  2026-03-02'],
  ])
  expect(
    textTable(
      headings.slice(0, 2),
      rows.map((row) => row.slice(0, 2)),
      5,
    ),
  ).toBe('ID     MODE\nkey_1  test\nkey_2  live')
})
