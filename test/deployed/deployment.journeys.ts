import { deployedVariables } from '../config.ts'
import { callJourneys } from '../journeys/call-journeys.ts'
import { paymentJourneys } from '../journeys/payment-journeys.ts'
import { readTarget } from './read-target.ts'

const target = await readTarget(deployedVariables)

callJourneys(() => target)
paymentJourneys(() => target, 3_600_000)
