import { showBooks } from '../../shared/money/books/show-books.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showBooks)
