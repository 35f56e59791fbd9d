import { deployedVariables } from '../config.ts'
import { callJourneys } from '../journeys/call-journeys.ts'
import { paymentJourneys } from '../journeys/payment-journeys.ts'
import { readPlace } from './read-place.ts'

const place = await readPlace(deployedVariables)

callJourneys(() => place)
paymentJourneys(() => place, 3_600_000)
