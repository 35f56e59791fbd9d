import * as z from 'zod'
import { deleteExport } from '../../shared/admin/exports/delete-export.ts'
import { listExportsOperation } from '../../shared/admin/exports/list-exports.ts'
import { readExport } from '../../shared/admin/exports/read-export.ts'
import { runExport } from '../../shared/admin/exports/run-export.ts'
import { startExport } from '../../shared/admin/exports/start-export.ts'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import type { Config } from '../config.ts'
import { isBackground } from '../pipelines/operator/background-door.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { workerFunction } from '../pipelines/worker-function.ts'
import { backgroundServices } from '../services/background-services.ts'
import { operatorServices } from '../services/operator-services.ts'

type OperatorFunction = ReturnType<typeof operatorFunction>

const workEvent = z.strictObject({
  door: z.literal('background'),
  mode: z.enum(modes),
  id: z.string(),
})

/** Well within the timeout of the function. */
const turnMs = 200_000

/** Starts exports, and works at them in invocations of its own: Lambda repeats one that died, and then it continues. */
export function serveStartExport(config: Config): OperatorFunction {
  const { invokeItself, ...services } = backgroundServices(config)
  const work = ({ mode, id }: Omit<z.infer<typeof workEvent>, 'door'>) =>
    invokeItself({ door: 'background', mode, id })
  const doors = operatorFunction(startExport, { ...services, work })
  const background = workerFunction(async (event: unknown) => {
    const { mode, id } = parseWith(workEvent, event)
    const state = await runExport({ ...services, turnMs }, { mode, id })
    if (state === 'continues') await work({ mode, id })
  })
  return (event, context) =>
    isBackground(event) ? background(event, context) : doors(event, context)
}

export function serveListExports(config: Config) {
  return operatorFunction(listExportsOperation, operatorServices(config))
}

export function serveReadExport(config: Config) {
  return operatorFunction(readExport, operatorServices(config))
}

export function serveDeleteExport(config: Config) {
  return operatorFunction(deleteExport, operatorServices(config))
}
