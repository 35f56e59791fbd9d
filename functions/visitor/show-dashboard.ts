import { showDashboard } from '../../shared/admin/operators/sign-in/show-dashboard.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(showDashboard)
