import { showPlainPage } from '../../shared/merchant/checkout/show-plain-page.ts'
import { serveDocument } from '../pipelines/document-function.ts'

export const serve = serveDocument(showPlainPage)
