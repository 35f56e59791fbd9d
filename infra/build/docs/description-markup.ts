import { Marked } from 'marked'
import { Html } from '../../../shared/http/html.ts'

/** Descriptions name URLs as examples, so none becomes a link. */
const markdown = new Marked({ tokenizer: { url: () => undefined } })

/** The paragraphs of a description of the API. */
export function paragraphs(text: string): Html {
  return new Html(markdown.parse(text, { async: false }))
}

/** A description of the API inside of a paragraph. */
export function phrase(text: string): Html {
  return new Html(markdown.parseInline(text, { async: false }))
}
