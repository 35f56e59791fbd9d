import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { Html, html } from '../../../shared/http/html.ts'

/** URLs of the pages, by their source file in the repository. */
export type PageUrls = ReadonlyMap<string, string>

/** The languages of samples by the names of their fences. */
const languages: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  curl: 'curl',
  sh: 'Shell',
  json: 'JSON',
  html: 'HTML',
  http: 'HTTP',
  yaml: 'YAML',
}

/** Returns the markup of a guide. Links lead to pages; a link without a page stays as text. */
export function guideMarkup(text: string, { source, urls }: { source: string; urls: PageUrls }) {
  // Headings get the ids that GitHub gives them, which links name.
  const markdown = new Marked(gfmHeadingId(), {
    renderer: {
      link(token: Tokens.Link) {
        const label = this.parser.parseInline(token.tokens)
        const url = urlOf(token.href, { source, urls })
        return url === undefined ? label : html`<a href="${url}">${new Html(label)}</a>`.text
      },
      code: ({ text: code, lang = '' }: Tokens.Code) => codeBlock(code, lang).text,
    },
  })
  const markup = markdown.parse(text, { async: false })
  return new Html(accessible(source === 'docs/errors.md' ? withCodeIds(markup) : markup))
}

/** A sample with the name of its language, and what the reader copies. */
export function codeBlock(code: string, fence: string): Html {
  const language = languages[fence.split(' ')[0] ?? ''] ?? ''
  return html`<figure class="code" data-language="${language}">
<pre tabindex="0"><code>${code}</code></pre>
</figure>
`
}

type Place = { source: string; urls: PageUrls }

function urlOf(target: string, { source, urls }: Place): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const url = urls.get(posix.join(posix.dirname(source), path))
  return url && (anchor ? `${url}#${anchor}` : url)
}

/** Tables that scroll sideways also scroll with the keyboard, and no header is empty. */
function accessible(markup: string): string {
  return markup.replaceAll('<table>', '<table tabindex="0">').replaceAll('<th></th>', '<td></td>')
}

/** The API reference links to the row of each code. */
function withCodeIds(markup: string): string {
  const row = /(<td>\d+<\/td>\s*<td><code>\w+<\/code><\/td>\s*)<td><code>(\w+)<\/code>/g
  return markup.replace(row, '$1<td id="$2"><code>$2</code>')
}
