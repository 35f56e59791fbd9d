import * as z from 'zod'
import { eventTypes } from '../../../records/outbox/rules/event.ts'

export const eventType = z.lazy(() => z.enum(eventTypes).meta({ id: 'EventType' }))
