import { setTimeout } from 'node:timers/promises'
import { runStreamSession, streamSession } from '../../shared/merchant/checkout/stream-session.ts'
import type { Config } from '../config.ts'
import { streamFunction } from '../pipelines/stream-function.ts'
import { pageServices } from '../services/page-services.ts'

export function serve(config: Config) {
  const wait = (milliseconds: number) => setTimeout(milliseconds)
  const mostStreams = config('MOST_STREAMS')
  const services = { ...pageServices(config), wait, mostStreams }
  return streamFunction(streamSession, runStreamSession, services)
}
