import * as z from 'zod'
import { anyone } from '../kernel/operation/caller.ts'
import { noInput, ok, operation } from '../kernel/operation/operation.ts'

export const getOpenApi = operation({
  name: 'get-open-api',
  route: 'GET /api/v1/openapi.json',
  caller: anyone,
  input: noInput,
  output: ok(z.looseObject({}).meta({ id: 'OpenApiDocument' })),
  touches: { table: 'read' },
  docs: {
    tag: 'Description',
    summary: 'Get this description',
    description:
      'The OpenAPI 3.1 document of this instance. Needs no API key and accepts no parameters.',
  },
})
