/** Matches whole strings, so that digits inside them never count as numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:]/g

/**
 * The path of the first number in this valid JSON that JavaScript would change, such as `12345678901234567890` or
 * `1e-400`; undefined if it keeps them all. Array indexes are left out of the path.
 */
export function changedNumber(json: string): string[] | undefined {
  const path: string[] = []
  let latest = ''
  for (const [token] of json.matchAll(tokens)) {
    if (/^[{[]/.test(token)) path.push('')
    else if (/^[}\]]/.test(token)) path.pop()
    else if (token === ':') path[path.length - 1] = JSON.parse(latest)
    else if (!token.startsWith('"') && decimal(token) !== decimal(String(Number(token)))) {
      return path.filter((name) => name !== '')
    }
    latest = token
  }
  return undefined
}

/** Returns equal text for equal values, whatever their notation. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  if (digits === '') return whole === '' ? text : '0'
  const significant = digits.replace(/0+$/, '')
  const scale = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign}${significant}e${scale}`
}
