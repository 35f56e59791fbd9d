import {
  acknowledgeDifference,
  runAcknowledgeDifference,
} from '../../shared/money/books/acknowledge-difference.ts'
import { orderBookAudit, runOrderBookAudit } from '../../shared/money/books/order-book-audit.ts'
import { runShowBooks, showBooks } from '../../shared/money/books/show-books.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveShowBooks(config: Config) {
  return operatorFunction(showBooks, runShowBooks, operatorServices(config))
}

export function serveOrderBookAudit(config: Config) {
  return operatorFunction(orderBookAudit, runOrderBookAudit, operatorServices(config))
}

export function serveAcknowledgeDifference(config: Config) {
  return operatorFunction(acknowledgeDifference, runAcknowledgeDifference, operatorServices(config))
}
