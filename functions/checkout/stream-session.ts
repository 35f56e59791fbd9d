import { streamSession } from '../../shared/merchant/checkout/stream-session.ts'
import { serveStream } from '../pipelines/stream-function.ts'

export const serve = serveStream(streamSession)
