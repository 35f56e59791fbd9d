import { textTable } from './text-table.ts'

/** Formats any output as text: its values as lines of a table, and each list of objects as a separate table. */
export function readable(output: unknown): string {
  if (!isObject(output)) return cell(output)
  const entries = Object.entries(output)
  const lists = entries.filter(([, value]) => isTable(value))
  const values = entries.filter(([, value]) => !isTable(value))
  const rows = values.map(([name, value]) => [name, cell(value)])
  return [
    ...(rows.length > 0 ? [textTable(['NAME', 'VALUE'], rows)] : []),
    ...lists.map(([name, list]) => listed(name, list)),
  ].join('\n\n')
}

function listed(name: string, list: unknown): string {
  const rows = Array.isArray(list) ? list.filter(isObject) : []
  const [first] = rows
  if (!first) return `${name}: none`
  const columns = Object.keys(first)
  const cells = rows.map((row) => columns.map((column) => cell(row[column])))
  return `${name}:\n${textTable(columns.map(heading), cells)}`
}

/** `CREATED AT` for `createdAt`. */
function heading(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase()
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && !value.some(isObject)) return value.join(' ') || '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
