export type Finding = { line: number; found: string; instead: string }

/** Phrases that make readers stop, and what to write instead. A space stands for any white space. */
const words: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/(?<!int256 )\banswer(s|ed|ing)?\b/, 'response, respond'],
  [
    /\b(is|are|was|were|be|been) told\b(?! apart)|\bt(old|ells?|elling) of\b/,
    'is notified, reports',
  ],
  [/\bnews\b/, 'notification, update'],
  [/\bastray\b/, 'unmatched funds'],
  [/\bfates?\b/, 'outcome'],
  [/\bconsignments?\b/, 'delivery context'],
  [
    /\b(a|an|the|each|every|next|first|last|another|one|same) (fresh |closer )?look\b/,
    'check, scan',
  ],
  [/\blook(s|ed|ing)? at (a|an|the|each|every|its) (address|chain|session|block)/, 'check, scan'],
  [/\b(go(es|ing)?|went) (on|off)\b/, 'continue; is enabled, is disabled'],
  [/\bswitch(es|ed|ing)? (it |them )?(on|off)\b/, 'enable, disable'],
  [
    /\btak(es?|ing) (payments|money|no (body|key|more|new)|the default|a free|requests)\b/,
    'accepts, uses',
  ],
  [/\beach (their|its) own\b/, 'separate'],
  [/\bwhich is the most\b/, 'the maximum'],
  [/\b(has|have|had) moved on\b/, 'has changed'],
  [/\bcan ?not be told\b/, "can't be checked"],
  [/\btoo often within\b/, 'too many attempts'],
  [/\breorgani[sz]ations?\b|\b(exchanged|replaced) blocks?\b/, 'reorg, reorged block'],
  [/\bjudg(e|es|ed|ing|e?ments?)\b/, 'decide, decision'],
  [/\bmend(s|ed|ing)?\b/, 'fix'],
  [/\banew\b/, 'again'],
  [/\bwhere (there (is|are|was|were)|nobody|nothing|none|no one|somebody)\b/, 'if, when'],
  [/\b(undefined|null|true|false|empty|none|throws?|fails?) where\b(?! \w+ [=<])/, 'if, when'],
  [/(?<!there )\bis no (?!longer|later|more|less|other|way)\w/, "isn't a"],
  [/\b(what|whatever) (became|becomes?|came|comes?) of\b/, 'outcome, result'],
  [/\b(is|are|was|were) given (up|out)\b/, 'failed; assigned'],
  [/\b(its|their|whose) word is\b|\btakes? (its|their|the) word\b/, 'is trusted'],
  [/\bstands? still\b/, 'has stopped'],
  [/\b(its|a|the) till\b|\bpost office\b/, 'engine harness, delivery harness'],
  [/\b(moving|opening) sessions\b/, 'scan dependencies, session-creation dependencies'],
  [/\b(set-up(?!-\w)|time-outs?|look-ups?|e-mails?)\b/, 'setup, timeout, lookup, email'],
]

/** Words of German texts that `docs/glossary.md` has another one for. */
const german: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\w*münzen?\b/, 'Coin'],
  [/\b(abtun|abgetan|tun Sie (es|das|sie|ihn) ab)\b/, 'verwerfen'],
  [/(?<!\{)\bNodes?\b/, 'Knoten'],
  [/\bAudit-Protokoll\b/, 'Protokoll'],
  [/\b(das|ein|kein|Ihr|Ihrem|Ihres) ([A-Z][a-z]+-)?Wallets?\b/, 'die Wallet'],
  [/\bdas ([A-Z][a-z]+-)?Token\b/, 'der Token'],
]

/** Finds these phrases in a Markdown or HTML file, or in the comments and texts of a source file, by line. */
export function findWords(path: string, contents: string): Finding[] {
  const prose = /\.(tsx?|json)$/.test(path) ? proseOf(contents) : contents
  const known = /\/de\.json$/.test(path) ? german : words
  const findings = known.flatMap(([phrase, instead]) => {
    const pattern = new RegExp(phrase.source.replaceAll(' ', '\\s+'), 'gi')
    return Array.from(prose.matchAll(pattern), ({ 0: found, index }) => {
      const line = prose.slice(0, index).split('\n').length
      return { line, found: found.replace(/\s+/g, ' '), instead }
    })
  })
  return findings.sort((one, other) => one.line - other.line)
}

const commentOrText = /\/\/.*|\/\*[\s\S]*?\*\/|'(\\.|[^'\\\n])*'|"(\\.|[^"\\\n])*"|`(\\.|[^`\\])*`/g

/** Blanks everything but comments and texts of several words, and keeps the lines. */
function proseOf(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  let prose = ''
  let end = 0
  for (const { 0: part, index } of source.matchAll(commentOrText)) {
    prose += blank(source.slice(end, index))
    prose += / /.test(part) ? part.replace(/(?<=\n\s*)\*/g, ' ') : blank(part)
    end = index + part.length
  }
  return prose + blank(source.slice(end))
}
