import { counted } from '../format.ts'
import { toast } from '../parts/toasts.tsx'
import { text } from '../texts/text.ts'

/** Tells who has just signed in that somebody who may know the password guessed codes. */
export function tellWrongCodes(count: number): void {
  if (count > 0) toast(counted(text.account.wrongCodes, count))
}
