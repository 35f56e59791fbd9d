import * as z from 'zod'
import { runExport } from '../../shared/admin/exports/run-export.ts'
import { startExport } from '../../shared/admin/exports/start-export.ts'
import { invokingItself } from '../../shared/aws/invoke-itself.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { isBackground } from '../pipelines/operator/background-door.ts'
import { type operatorFunction, serveOperator } from '../pipelines/operator-function.ts'
import { workerFunction } from '../pipelines/worker-function.ts'

const workEvent = z.strictObject({
  door: z.literal('background'),
  mode: z.enum(modes),
  id: z.string(),
})

/** Well within the timeout of the function. */
const turnMs = 200_000

/** Starts exports, and works at them in invocations of its own: Lambda repeats one that died, and then it continues. */
export function serve(config: Config): ReturnType<typeof operatorFunction> {
  const doors = serveOperator(startExport)(config)
  const services = { ...processServices(config), turnMs }
  const invokeItself = invokingItself(config)
  const background = workerFunction(async (event: unknown) => {
    const { mode, id } = parseWith(workEvent, event)
    const state = await runExport(services, { mode, id })
    if (state === 'continues') await invokeItself({ door: 'background', mode, id })
  })
  return (event, context) =>
    isBackground(event) ? background(event, context) : doors(event, context)
}
