import { isLocalUrl } from './redirect-urls.ts'

/** Whether a text is the URL of a website, without a name and password in it: of HTTPS, or of this machine. */
export function isPlainUrl(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  if (!/^https:\/\//i.test(text) && !isLocalUrl(text)) return false
  const parsed = URL.parse(text)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}
