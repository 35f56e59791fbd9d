import * as z from 'zod'
import { instanceEvent } from '../../shared/admin/instance-webhook/wire/instance-event.ts'
import { formattedTable, withDrawn } from './markdown.ts'

type Shape = {
  description?: string | undefined
  properties?: Record<string, Shape> | undefined
  items?: Shape | undefined
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    description: z.string().optional(),
    properties: z.record(z.string(), shape).optional(),
    items: shape.optional(),
  }),
)

/** The page with what the fields of an event about the instance mean. */
export function withInstanceEvent(page: string): string {
  const described = shape.parse(z.toJSONSchema(instanceEvent))
  return withDrawn(page, [formattedTable(['field', 'meaning'], fieldsOf(described, ''))])
}

function fieldsOf({ properties = {}, items }: Shape, path: string): string[][] {
  if (items) return fieldsOf(items, `${path}[]`)
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const own = field.description === undefined ? [] : [[`\`${at}\``, field.description]]
    return [...own, ...fieldsOf(field, at)]
  })
}
