import { deployedVariables } from '../config.ts'
import { callJourneys } from '../journeys/call-journeys.ts'
import { paymentJourneys } from '../journeys/payment-journeys.ts'
import { readTarget } from './read-target.ts'

const place = await readTarget(deployedVariables)

callJourneys(() => place)
paymentJourneys(() => place, 3_600_000)
