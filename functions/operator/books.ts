import { acknowledgeDifference } from '../../shared/money/books/acknowledge-difference.ts'
import { orderBookAudit } from '../../shared/money/books/order-book-audit.ts'
import { showBooks } from '../../shared/money/books/show-books.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveShowBooks(config: Config) {
  return operatorFunction(showBooks, operatorServices(config))
}

export function serveOrderBookAudit(config: Config) {
  return operatorFunction(orderBookAudit, operatorServices(config))
}

export function serveAcknowledgeDifference(config: Config) {
  return operatorFunction(acknowledgeDifference, operatorServices(config))
}
