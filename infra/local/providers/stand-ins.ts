import type { StandIn } from './stand-in.ts'
import { banxa } from './stand-ins/banxa.ts'
import { binancePay } from './stand-ins/binance-pay.ts'
import { coinbaseCommerce } from './stand-ins/coinbase-commerce.ts'
import { coingate } from './stand-ins/coingate.ts'
import { mercuryo } from './stand-ins/mercuryo.ts'
import { moonpay } from './stand-ins/moonpay.ts'
import { nowpayments } from './stand-ins/nowpayments.ts'
import { ramp } from './stand-ins/ramp.ts'
import { transak } from './stand-ins/transak.ts'

export const standIns: readonly StandIn[] = [
  ...[transak, ramp, moonpay, mercuryo, banxa],
  ...[binancePay, coinbaseCommerce, nowpayments, coingate],
]
