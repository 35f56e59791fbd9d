import { claimInstance } from '../../shared/admin/setup/claim-instance.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(claimInstance)
