import * as z from 'zod'

/** The response for a deleted resource; `object` is its type, `name` the name of this schema in the API description. */
export function deletedResource<Type extends string>(object: Type, name: string) {
  return z
    .object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) })
    .meta({ id: name })
}

export type Deleted<Type extends string> = { id: string; object: Type; deleted: true }

export function presentDeleted<Type extends string>(object: Type, id: string): Deleted<Type> {
  return { id, object, deleted: true }
}
