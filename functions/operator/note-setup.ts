import { noteSetup } from '../../shared/admin/setup/note-setup.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(noteSetup)
